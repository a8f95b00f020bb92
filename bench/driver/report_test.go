package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func testReport() (*Report, *Bench) {
	options := Options{objects: 30_000, figures: []string{"list", "get"}, length: time.Minute}
	report := newReport(options)
	report.server = "kube-apiserver"
	return report, &Bench{options: options, report: report}
}

func TestTheTableNamesEachFigureOnce(t *testing.T) {
	// Given a figure that is reached, one that is missed, one that failed
	report, b := testReport()
	report.add(Row{figure: "list", name: "list", unit: "s", values: map[string]float64{ours: 0.25, "kube-apiserver": 3},
		target: b.target("a tenth", true, true), note: "a note"})
	report.add(Row{figure: "get", name: "get", unit: "1/s", more: true, values: map[string]float64{ours: 9000, "kube-apiserver": 3000, "kubectl-proxy": 1000},
		target: b.target("ten times", false, true)})
	report.failed("lag", "lag", errors.New("client 1: lost\nmore"))
	report.command("list", "curl", "x")
	report.command("list", "curl", "x")
	report.skip("kube-rs", "needs cargo")
	// When it is printed
	var out strings.Builder
	report.print(&out)
	// Then it says so of each
	var rows []string
	for line := range strings.Lines(out.String()) {
		rows = append(rows, strings.Join(strings.Fields(line), " "))
	}
	for _, wanted := range []string{
		"figure unit nearcache kube-apiserver kubectl-proxy ratio target",
		"list s 0.25 3.00 – 0.0833 × kube-apiserver a tenth reached",
		"get 1/s 9000 3000 1000 3.00 × kube-apiserver ten times missed",
		"lag – – – FAILED",
		"list: a note",
		"lag: client 1: lost",
		"not measured: kube-rs: needs cargo",
		"list: bench/run --objects 30000 --figures list --for 1m",
		"curl x",
	} {
		count := 0
		for _, row := range rows {
			if row == wanted {
				count++
			}
		}
		if count != 1 {
			t.Errorf("%d times, not once: %q\n%s", count, wanted, out.String())
		}
	}
}

func TestATargetCountsAtItsSizeAlone(t *testing.T) {
	_, b := testReport()
	for _, row := range []struct {
		reached, sized bool
		verdict        string
	}{{true, true, "reached"}, {false, true, "missed"}, {true, false, "–"}, {false, false, "–"}} {
		if target := b.target("x", row.reached, row.sized); target.verdict != row.verdict {
			t.Errorf("%v: %s", row, target.verdict)
		}
	}
}

func TestTheRatioIsToTheBestOfTheOthers(t *testing.T) {
	values := map[string]float64{ours: 10, "a": 20, "b": 5, "c": 40}
	if ratio := (Row{values: values}).ratio(); ratio != "2.00 × b" {
		t.Errorf("less is better: %s", ratio)
	}
	if ratio := (Row{values: values, more: true}).ratio(); ratio != "0.25 × c" {
		t.Errorf("more is better: %s", ratio)
	}
	if ratio := (Row{values: map[string]float64{ours: 10}}).ratio(); ratio != "" {
		t.Errorf("nobody else: %s", ratio)
	}
}

func TestAFigureThatFailedIsInTheTableOnce(t *testing.T) {
	report, _ := testReport()
	report.failed("fanout", "fan-out of two", errors.New("lost"))
	report.fails("fanout", errors.New("lost"))
	report.fails("get", errors.New("no answer"))
	if len(report.rows) != 2 || report.rows[1].name != "get" {
		t.Errorf("rows: %v", report.rows)
	}
}

func TestTheTableIsJSONToo(t *testing.T) {
	report, b := testReport()
	report.add(Row{figure: "list", name: "list", unit: "s", values: map[string]float64{ours: 0.25}, target: b.target("x", true, true)})
	file := filepath.Join(t.TempDir(), "table.json")
	if err := report.writeJSON(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Rows []struct {
			Name, Verdict string
			Values        map[string]float64
		}
	}
	if err := json.Unmarshal(text, &document); err != nil || len(document.Rows) != 1 || document.Rows[0].Values[ours] != 0.25 || document.Rows[0].Verdict != "reached" {
		t.Errorf("%v: %s", err, text)
	}
}
