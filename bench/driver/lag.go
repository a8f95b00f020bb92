package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"servers"
)

const lagRate = 300

// measureLag watches the API server and the sidecar in the same way while changes are written, and compares when each
// change came.
func measureLag(ctx context.Context, b *Bench) error {
	sidecar, err := b.sidecar(ctx, allPods)
	if err != nil {
		return err
	}
	paths, _, err := somePods(b.upstream.kube, 500)
	if err != nil {
		return err
	}
	// The first seconds are not counted, so that what is measured has been compiled.
	if _, err := b.lag(ctx, sidecar, paths, min(b.options.length/4+time.Second, 10*time.Second)); err != nil {
		return fmt.Errorf("warming up: %w", err)
	}
	l, err := b.lag(ctx, sidecar, paths, b.options.length)
	if err != nil {
		return err
	}
	for _, server := range []*servers.Kube{b.upstream.kube, sidecar.API} {
		b.report.command("lag", "curl -skN '"+server.Base+"/api/v1/pods?watch=true'")
	}
	note := fmt.Sprintf("%d changes; after the sending they came directly at p50 %.1f, p99 %.1f ms, through us at p50 %.1f, p99 %.1f ms; cores: %s",
		len(l.added), quantile(l.direct, 50), quantile(l.direct, 99), quantile(l.through, 50), quantile(l.through, 99), coresText(l.cores))
	for _, part := range []struct {
		name  string
		q     int
		limit float64
		note  string
	}{{"median", 50, 2, note}, {"p99", 99, 10, ""}} {
		value := quantile(l.added, part.q)
		b.report.add(Row{
			figure: "lag", name: fmt.Sprintf("lag added to a watch at %d/s, %s", lagRate, part.name), unit: "ms",
			values: map[string]float64{ours: value, b.upstream.name: quantile(l.direct, part.q)},
			target: b.target(fmt.Sprintf("at most %.0f", part.limit), value <= part.limit, b.upstream.objects >= 30_000), note: part.note,
		})
	}
	return nil
}

// lags are in ms: of each change, after its sending, and what passing through the sidecar added.
type lags struct {
	direct, through, added []float64
	cores                  map[string]float64
}

func (b *Bench) lag(ctx context.Context, sidecar *kept, paths []string, length time.Duration) (*lags, error) {
	writes := newWrites(b.upstream.kube, paths, lagRate, int(length.Seconds()*lagRate))
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	direct, err := openWatch(within, b.upstream.kube, writes)
	if err != nil {
		return nil, err
	}
	through, err := openWatch(within, sidecar.API, writes)
	if err != nil {
		return nil, err
	}
	load := startLoad(map[string]int{ours: sidecar.Pid(), b.upstream.name: b.upstream.process.Pid()})
	var group sync.WaitGroup
	problems := make([]error, 2)
	for i, watch := range []*watch{direct, through} {
		group.Go(func() { problems[i] = watch.read() })
	}
	written := writes.make(within)
	if written != nil {
		cancel()
	}
	late := time.AfterFunc(patience, cancel)
	group.Wait()
	late.Stop()
	if err := errors.Join(written, problems[0], problems[1], direct.plan.agree(), through.plan.agree()); err != nil {
		return nil, err
	}
	l := &lags{cores: load.cores()}
	for number := range writes.count {
		ms := func(from, to int64) float64 { return float64(to-from) / 1e6 }
		l.direct = append(l.direct, ms(writes.sentAt(number), direct.at[number]))
		l.through = append(l.through, ms(writes.sentAt(number), through.at[number]))
		l.added = append(l.added, ms(direct.at[number], through.at[number]))
	}
	return l, nil
}

// watch is a JSON watch of all pods, as any client opens it, and when each change came.
type watch struct {
	name   string
	body   io.ReadCloser
	stream *Stream
	at     []int64 // on the clock of the writes
	writes *Writes
	plan   *Plan
}

func openWatch(ctx context.Context, kube *servers.Kube, writes *Writes) (*watch, error) {
	_, version, err := somePods(kube, 1)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, kube.Base+"/api/v1/pods?watch=true&resourceVersion="+version, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("Accept-Encoding", "identity")
	if kube.Token != "" {
		request.Header.Set("Authorization", "Bearer "+kube.Token)
	}
	response, err := patient(kube).Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, fmt.Errorf("the watch of %s: %s", kube.Name, response.Status)
	}
	plan := newPlan(writes)
	w := &watch{name: kube.Name, body: response.Body, at: make([]int64, writes.count), writes: writes, plan: plan}
	w.stream = &Stream{format: jsonWatch, ledger: newLedger(plan), marker: writes.marker()}
	return w, nil
}

// read reads until every change has come, or no more can.
func (w *watch) read() error {
	defer w.body.Close()
	reader := bufio.NewReaderSize(w.body, 1<<20)
	w.stream.receive = func(number int) { w.at[number] = w.writes.now() }
	for !w.stream.ledger.complete() {
		line, err := reader.ReadSlice('\n')
		if err != nil {
			return errors.Join(fmt.Errorf("the watch of %s ended: %w", w.name, err), w.verdict())
		}
		if err := w.stream.watchEvent(bytes.TrimSuffix(line, []byte("\n"))); err != nil {
			return fmt.Errorf("the watch of %s: %w", w.name, err)
		}
	}
	return w.verdict()
}

func (w *watch) verdict() error {
	if err := w.stream.ledger.verdict(); err != nil {
		return fmt.Errorf("the watch of %s: %w", w.name, err)
	}
	return nil
}

func quantile(values []float64, percent int) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}
