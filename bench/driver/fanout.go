package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// headPods is what the fan-out is measured on: pods of which only the metadata is kept, about a kilobyte each.
const headPods = "resources: [{resource: pods, metadataOnly: true}]\n"

// patience is how long nothing may come, once all is written, before what is missing is lost.
const patience = 20 * time.Second

// Fanout is one crowd of watchers while changes are written.
type Fanout struct {
	format  Format
	clients int
	rate    int
	length  time.Duration
	stalled int // clients beside them that never read
}

// Spread is how late changes came, in ms, and what it took.
type Spread struct {
	acked, sent *hdrhistogram.Histogram // µs after the acknowledgement, and after the sending, of the write
	events      int
	span        time.Duration
	cores       map[string]float64
	bytes       float64 // of an event's data, on average of one client
	stalled     string  // what became of those that do not read
}

func measureFanout(ctx context.Context, b *Bench) error {
	b.retire()
	o := b.options
	// What the JVM has not compiled yet is another figure's matter.
	warm := Fanout{format: sse, clients: o.clients, rate: o.rate, length: min(o.length/4+time.Second, 10*time.Second)}
	if _, err := warm.measure(ctx, b); err != nil {
		return fmt.Errorf("warming up: %w", err)
	}
	var failed error
	for _, f := range []Fanout{
		{format: sse, clients: o.clients, rate: o.rate, length: o.length},
		{format: sse, clients: o.clients, rate: o.rate, length: o.length, stalled: 1},
		{format: jsonWatch, clients: o.clients, rate: o.rate, length: o.length},
	} {
		name := fmt.Sprintf("fan-out, %d × %v at %d/s", f.clients, f.format, f.rate)
		if f.stalled > 0 {
			name += ", 1 more stalled"
		}
		spread, err := f.measure(ctx, b)
		if err != nil {
			b.report.failed("fanout", name, err)
			failed = errors.Join(failed, fmt.Errorf("%s: %w", name, err))
			continue
		}
		p99 := float64(spread.acked.ValueAtQuantile(99)) / 1000
		b.report.add(Row{
			figure: "fanout", name: name + ", p99", unit: "ms", values: map[string]float64{ours: p99},
			target: b.target("under 100", p99 < 100, f.clients >= 1000 && f.rate >= 100),
			note:   spread.String(),
		})
	}
	return failed
}

func (s *Spread) String() string {
	at := func(h *hdrhistogram.Histogram, q float64) float64 { return float64(h.ValueAtQuantile(q)) / 1000 }
	text := fmt.Sprintf("%d events of %.0f bytes in %.1f s; after the acknowledgement p50 %.1f, p99 %.1f, max %.1f ms; after the sending p50 %.1f, p99 %.1f, max %.1f ms; cores: %s",
		s.events, s.bytes, s.span.Seconds(), at(s.acked, 50), at(s.acked, 99), at(s.acked, 100),
		at(s.sent, 50), at(s.sent, 99), at(s.sent, 100), coresText(s.cores))
	if s.stalled != "" {
		text += "; the stalled one: " + s.stalled
	}
	return text
}

// measure opens all streams at the present version, so that none needs the objects that there are, and then writes.
func (f Fanout) measure(ctx context.Context, b *Bench) (*Spread, error) {
	upstream, err := b.source(ctx)
	if err != nil {
		return nil, err
	}
	sidecar, err := b.sidecar(ctx, headPods)
	if err != nil {
		return nil, err
	}
	paths, _, err := somePods(upstream.kube, 500)
	if err != nil {
		return nil, err
	}
	_, version, err := somePods(sidecar.API, 1)
	if err != nil {
		return nil, err
	}
	writes := newWrites(upstream.kube, paths, f.rate, max(1, int(f.length.Seconds()*float64(f.rate))))
	plan := newPlan(writes)
	crowd, err := newCrowd()
	if err != nil {
		return nil, err
	}
	defer crowd.close()
	spread := &Spread{acked: hdrhistogram.New(1, 600_000_000, 3), sent: hdrhistogram.New(1, 600_000_000, 3)}
	port, path, err := f.address(sidecar, version)
	if err != nil {
		return nil, err
	}
	var ledgers []*Ledger
	bytes := 0
	for i := range f.clients {
		ledger := newLedger(plan)
		ledgers = append(ledgers, ledger)
		stream := &Stream{format: f.format, ledger: ledger, marker: writes.marker(), thorough: i == 0, receive: func(number int) {
			now := writes.now()
			spread.sent.RecordValue((now - writes.sentAt(number)) / 1000)
			// What comes before its write is acknowledged is not late at all.
			late := int64(0)
			if acked := writes.ackedAt(number); acked > 0 {
				late = now - acked
			}
			spread.acked.RecordValue(late / 1000)
		}}
		if i == 0 {
			stream.measured = &bytes
		}
		if err := crowd.join(port, path, stream); err != nil {
			return nil, fmt.Errorf("client %d: %w", i, err)
		}
	}
	var deaf []*member
	for range f.stalled {
		m, err := crowd.joinDeaf(port, path, &Stream{format: f.format, ledger: newLedger(plan), marker: writes.marker()})
		if err != nil {
			return nil, fmt.Errorf("the stalled client: %w", err)
		}
		deaf = append(deaf, m)
	}
	load := startLoad(map[string]int{ours: sidecar.Pid(), upstream.name: upstream.process.Pid()})
	started := time.Now()
	if err := f.play(ctx, crowd, writes, ledgers); err != nil {
		return nil, err
	}
	spread.span, spread.cores = time.Since(started), load.cores()
	for _, ledger := range ledgers {
		spread.events += ledger.count
	}
	spread.bytes = float64(bytes) / float64(max(1, ledgers[0].count))
	for _, m := range deaf {
		spread.stalled = fate(crowd.drain(m), m.stream.ledger)
	}
	return spread, errors.Join(verdicts(ledgers), plan.agree())
}

// play writes, and reads until all have everything or nothing comes any more.
func (f Fanout) play(ctx context.Context, crowd *Crowd, writes *Writes, ledgers []*Ledger) error {
	written := make(chan error, 1)
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { written <- writes.make(within) }()
	var problem error
	ended, since := false, time.Now()
	err := crowd.read(ctx, func(idle bool) bool {
		select {
		case problem = <-written:
			ended, since = true, time.Now()
		default:
		}
		if !idle {
			since = time.Now()
		}
		return problem != nil || ended && (all(ledgers) || time.Since(since) > patience)
	})
	return errors.Join(err, problem)
}

func all(ledgers []*Ledger) bool {
	for _, ledger := range ledgers {
		if !ledger.complete() {
			return false
		}
	}
	return true
}

// address is where and how a client asks for what comes after a version.
func (f Fanout) address(sidecar *kept, version string) (int, string, error) {
	base, err := url.Parse(sidecar.API.Base)
	if err != nil {
		return 0, "", err
	}
	port, err := strconv.Atoi(base.Port())
	if f.format == sse {
		return port, "/v1/pods?watch=true&lastEventId=" + version, err
	}
	return port, "/api/v1/pods?watch=true&resourceVersion=" + version, err
}

// fate says what became of a client that does not read.
func fate(end error, ledger *Ledger) string {
	how := "still open"
	if end != nil {
		how = end.Error()
	}
	if ledger.wrong > 0 {
		how += ", but " + ledger.first
	}
	return fmt.Sprintf("%s, %d events had come, in order", how, ledger.count)
}
