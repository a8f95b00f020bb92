package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Row is a line of the table: one figure of all those that it was measured of, by their columns.
type Row struct {
	figure, name, unit string
	values             map[string]float64
	more               bool // whether more is better
	target             Target
	note               string
}

// Target is what a figure ought to reach, where it was measured as the target asks.
type Target struct {
	text    string
	verdict string // "reached", "missed", or "–" where the target is for another size
}

// target is one that counts only if it was measured at the size it is set for.
func (b *Bench) target(text string, reached, sized bool) Target {
	switch {
	case !sized:
		return Target{text, "–"}
	case reached:
		return Target{text, "reached"}
	default:
		return Target{text, "missed"}
	}
}

const verdictFailed = "FAILED"

// Report is the table and what belongs to it.
type Report struct {
	options  Options
	started  time.Time
	rows     []Row
	commands map[string][]string
	skipped  []string
	server   string
}

func newReport(options Options) *Report {
	return &Report{options: options, started: time.Now(), commands: map[string][]string{}}
}

func (r *Report) upstream(u *Upstream) { r.server = u.name }

func (r *Report) add(row Row) {
	r.rows = append(r.rows, row)
	fmt.Printf("bench:   %s: %s %s\n", row.name, valuesText(row), row.note)
}

// fails makes sure that a figure that failed is seen to have failed in the table.
func (r *Report) fails(figure string, err error) {
	for _, row := range r.rows {
		if row.figure == figure && row.target.verdict == verdictFailed {
			return
		}
	}
	r.failed(figure, figure, err)
}

// failed adds a row for what could not be measured, or was not right.
func (r *Report) failed(figure, name string, err error) {
	first, _, _ := strings.Cut(err.Error(), "\n")
	r.rows = append(r.rows, Row{figure: figure, name: name, target: Target{verdict: verdictFailed}, note: first})
}

// command notes what was run for a figure, once.
func (r *Report) command(figure string, words ...string) {
	text := strings.Join(words, " ")
	if !slices.Contains(r.commands[figure], text) {
		r.commands[figure] = append(r.commands[figure], text)
	}
}

// skip notes a peer that is not measured, and why.
func (r *Report) skip(peer, why string) { r.skipped = append(r.skipped, peer+": "+why) }

// columns are those that some row has a value in: ours first.
func (r *Report) columns() []string {
	found := map[string]bool{}
	for _, row := range r.rows {
		for column := range row.values {
			found[column] = true
		}
	}
	delete(found, ours)
	return append([]string{ours}, slices.Sorted(maps.Keys(found))...)
}

func (r *Report) print(out io.Writer) {
	fmt.Fprintf(out, "\n%s, %s, %d pods on %s, %.0f s\n\n", r.started.Format("2006-01-02 15:04"), machine(), r.options.objects,
		r.server, time.Since(r.started).Seconds())
	columns := r.columns()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "figure\tunit\t%s\tratio\ttarget\t\n", strings.Join(columns, "\t"))
	for _, row := range r.rows {
		fmt.Fprintf(table, "%s\t%s\t", row.name, row.unit)
		for _, column := range columns {
			value, has := row.values[column]
			fmt.Fprintf(table, "%s\t", cell(value, has))
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", row.ratio(), row.target.text, row.target.verdict)
	}
	table.Flush()
	r.printNotes(out)
}

func (r *Report) printNotes(out io.Writer) {
	fmt.Fprintln(out)
	for _, row := range r.rows {
		if row.note != "" {
			fmt.Fprintf(out, "%s: %s\n", row.name, row.note)
		}
	}
	for _, line := range r.skipped {
		fmt.Fprintf(out, "not measured: %s\n", line)
	}
	fmt.Fprintln(out)
	for _, figure := range r.options.figures {
		fmt.Fprintf(out, "%s: %s\n", figure, r.again(figure))
		for _, command := range r.commands[figure] {
			fmt.Fprintf(out, "    %s\n", command)
		}
	}
}

// again is the command line that measures a figure by itself.
func (r *Report) again(figure string) string {
	o := r.options
	words := []string{"bench/run"}
	if o.simulator {
		words = append(words, "--simulator")
	}
	words = append(words, "--objects", fmt.Sprint(o.objects), "--figures", figure, "--for", shortSpan(o.length))
	if figure == "fanout" {
		words = append(words, "--clients", fmt.Sprint(o.clients), "--rate", fmt.Sprint(o.rate))
	}
	return strings.Join(words, " ")
}

// shortSpan leaves out the zeros that Go prints after minutes and hours.
func shortSpan(span time.Duration) string {
	text := span.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return text
}

// ratio is ours to the best of the others, as "0.12 × client-go".
func (row Row) ratio() string {
	mine, has := row.values[ours]
	best, least := "", 0.0
	for _, column := range slices.Sorted(maps.Keys(row.values)) {
		value := row.values[column]
		if column == ours || strings.HasPrefix(column, ours) || value <= 0 {
			continue
		}
		if best == "" || (value > least) == row.more && value != least {
			best, least = column, value
		}
	}
	if !has || best == "" {
		return ""
	}
	return number3(mine/least) + " × " + best
}

func cell(value float64, has bool) string {
	if !has {
		return "–"
	}
	return number3(value)
}

// number3 has three digits that count, or all before the point.
func number3(value float64) string {
	switch {
	case value >= 100 || value == 0:
		return fmt.Sprintf("%.0f", value)
	case value >= 10:
		return fmt.Sprintf("%.1f", value)
	case value >= 1:
		return fmt.Sprintf("%.2f", value)
	default:
		return fmt.Sprintf("%.3g", value)
	}
}

func valuesText(row Row) string {
	var parts []string
	for _, column := range slices.Sorted(maps.Keys(row.values)) {
		parts = append(parts, column+" "+number3(row.values[column]))
	}
	return strings.Join(parts, ", ") + " " + row.unit
}

func coresText(cores map[string]float64) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(cores)) {
		parts = append(parts, fmt.Sprintf("%s %.2f", name, cores[name]))
	}
	return strings.Join(parts, ", ")
}

func (r *Report) writeJSON(file string) error {
	type line struct {
		Figure  string             `json:"figure"`
		Name    string             `json:"name"`
		Unit    string             `json:"unit"`
		Values  map[string]float64 `json:"values"`
		Ratio   string             `json:"ratio"`
		Target  string             `json:"target"`
		Verdict string             `json:"verdict"`
		Note    string             `json:"note"`
	}
	document := struct {
		Started string              `json:"started"`
		Machine string              `json:"machine"`
		Objects int                 `json:"objects"`
		Server  string              `json:"server"`
		Rows    []line              `json:"rows"`
		Skipped []string            `json:"skipped"`
		Command map[string][]string `json:"commands"`
	}{r.started.Format(time.RFC3339), machine(), r.options.objects, r.server, []line{}, r.skipped, r.commands}
	for _, row := range r.rows {
		document.Rows = append(document.Rows, line{row.figure, row.name, row.unit, row.values, row.ratio(), row.target.text, row.target.verdict, row.note})
	}
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
