package main

import (
	"strings"
	"testing"
	"time"
)

func TestStepsAreFoundAmongWhatElseIsPrinted(t *testing.T) {
	found := steps("warning: x\nSTEP list 2 [a b] in compat-1\nSTEP churn n/a: keeps nothing\n", "compat-1")
	if len(found) != 2 || found["list"] != "2 [a b] in NAMESPACE" || found["churn"] != "n/a: keeps nothing" {
		t.Errorf("found %q", found)
	}
}

func TestStepsAreJudged(t *testing.T) {
	for _, row := range []struct{ name, upstream, sidecar, verdict string }{
		{"list", "3 objects", "3 objects", same},
		{"list", "3 objects", "2 objects", different},
		{"list", "n/a: no", "n/a: no", absent},
		{"list", "n/a: no", "3 objects", different},
		{"list", "3 objects", "", undone},
		{"list", "", "3 objects", undone},
		{refused, "", "405 MethodNotAllowed", same},
		{refused, "", "405 MethodNotAllowed: read only", same},
		{refused, "", "n/a: cannot write", absent},
		{refused, "", "403 Forbidden", different},
		{refused, "", "", undone},
	} {
		if verdict := judge(row.name, said(row.name, row.upstream), said(row.name, row.sidecar)); verdict != row.verdict {
			t.Errorf("%s, %q and %q: %s, not %s", row.name, row.upstream, row.sidecar, verdict, row.verdict)
		}
	}
}

func said(name, text string) map[string]string {
	if text == "" {
		return nil
	}
	return map[string]string{name: text}
}

func TestAProgramThatFailsInTheEndDoesNotPass(t *testing.T) {
	report, all := newReport(1), map[string]string{refused: refusal}
	for _, name := range stepNames[:len(stepNames)-1] {
		all[name] = "x"
	}
	report.add("good", Outcome{steps: all}, Outcome{steps: all})
	if !report.good() {
		t.Errorf("a program that did everything did not pass: %v", report.rows)
	}
	report.add("late", Outcome{steps: all}, Outcome{steps: all, problem: "exit status 1"})
	if report.good() {
		t.Error("a program that failed after its last step passed")
	}
	var text strings.Builder
	report.print(&text, time.Second)
	if !strings.HasSuffix(text.String(), "compat: 2 clients; steps: 17 passed, 1 failed, 0 skipped\n") {
		t.Errorf("the report ends differently:\n%s", text.String())
	}
}
