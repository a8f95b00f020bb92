package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// stepNames are the steps of every program, in their order.
var stepNames = []string{"list", "get", "watch", "resume", "expiry", "pages", "informer", "churn", refused}

// refused is the one step that is not compared: what the sidecar has to say to a write.
const (
	refused = "refused"
	refusal = "405 MethodNotAllowed"
)

// Verdicts on a step.
const (
	same      = "ok"
	absent    = "n/a"
	different = "DIFFERS"
	undone    = "FAILED"
)

// Report gathers how each client did; lanes add to it at the same time.
type Report struct {
	lanes   int
	mu      sync.Mutex
	rows    []row
	skipped []string
	details []string
}

type row struct {
	client   string
	verdicts []string
}

func newReport(lanes int) *Report { return &Report{lanes: lanes} }

func (r *Report) skip(client string, missing []string) {
	r.skipped = append(r.skipped, fmt.Sprintf("%s (needs %s)", client, strings.Join(missing, ", ")))
}

func (r *Report) broken(client string, err error) {
	r.rows = append(r.rows, row{client, slices.Repeat([]string{undone}, len(stepNames))})
	r.details = append(r.details, fmt.Sprintf("%s could not be built: %v", client, err))
}

func (r *Report) add(client string, upstream, sidecar Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	next := row{client: client}
	for _, name := range stepNames {
		verdict := judge(name, upstream.steps, sidecar.steps)
		next.verdicts = append(next.verdicts, verdict)
		if verdict == different {
			r.details = append(r.details, fmt.Sprintf("%s, %s:\n  kube-apiserver: %s\n  sidecar:        %s",
				client, name, upstream.steps[name], sidecar.steps[name]))
		}
	}
	for _, problem := range []string{upstream.problem, sidecar.problem} {
		if problem != "" {
			r.details = append(r.details, client+" "+problem)
			next.fail()
		}
	}
	r.rows = append(r.rows, next)
}

// fail lets no program pass that ended badly, even if it had said everything before.
func (r row) fail() {
	if !slices.ContainsFunc(r.verdicts, bad) {
		r.verdicts[len(r.verdicts)-1] = undone
	}
}

func judge(name string, upstream, sidecar map[string]string) string {
	there, did := upstream[name]
	here, does := sidecar[name]
	if name == refused {
		there, did = refusal, true
		if strings.HasPrefix(here, refusal) {
			here = refusal
		}
	}
	switch {
	case !did || !does:
		return undone
	case strings.HasPrefix(here, absent) && (name == refused || there == here):
		return absent
	case there == here:
		return same
	default:
		return different
	}
}

func bad(verdict string) bool { return verdict == different || verdict == undone }

func (r *Report) count(wanted func(string) bool) int {
	count := 0
	for _, row := range r.rows {
		for _, verdict := range row.verdicts {
			if wanted(verdict) {
				count++
			}
		}
	}
	return count
}

func (r *Report) good() bool { return len(r.rows) > 0 && r.count(bad) == 0 }

// print ends with a line of counts that .ci/run reads: steps that were the same, that were not, and that a client has not
// or that were skipped with their client.
func (r *Report) print(out io.Writer, took time.Duration) {
	slices.SortFunc(r.rows, func(a, b row) int { return strings.Compare(a.client, b.client) })
	fmt.Fprintf(out, "\n%-30s", fmt.Sprintf("%d at a time, %.0f s", r.lanes, took.Seconds()))
	for _, name := range stepNames {
		fmt.Fprintf(out, " %-8s", name)
	}
	for _, row := range r.rows {
		fmt.Fprintf(out, "\n%-30s", row.client)
		for _, verdict := range row.verdicts {
			fmt.Fprintf(out, " %-8s", verdict)
		}
	}
	fmt.Fprintln(out)
	for _, detail := range r.details {
		fmt.Fprintf(out, "\n%s\n", detail)
	}
	for _, client := range r.skipped {
		fmt.Fprintf(out, "\nskipped: %s", client)
	}
	fmt.Fprintf(out, "\ncompat: %d clients; steps: %d passed, %d failed, %d skipped\n", len(r.rows),
		r.count(func(v string) bool { return v == same }), r.count(bad),
		r.count(func(v string) bool { return v == absent })+len(stepNames)*len(r.skipped))
}
