package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"servers"
)

// forgotten is more changes than the simulator remembers of a type.
const forgotten = 5_100

// measureRelist makes the sidecar list all objects again, though none of them has changed, and looks at what that did:
// to the clients, to the memory, and how much was allocated.
func measureRelist(ctx context.Context, b *Bench) error {
	b.retire()
	upstream, err := b.source(ctx)
	if err != nil {
		return err
	}
	r, err := b.relist(ctx, upstream)
	if err != nil {
		return err
	}
	quiet := r.events == r.changed
	if !quiet {
		err = fmt.Errorf("%d events of a relist in which %d objects had changed", r.events, r.changed)
	}
	b.report.command("relist", r.how)
	more := r.liveAfter - r.liveBefore
	for _, part := range []struct {
		name, unit string
		value      float64
		target     Target
		note       string
	}{
		{"relist of unchanged objects, time", "s", r.span.Seconds(), Target{}, r.how},
		{"relist, events of unchanged objects", "", float64(r.events - r.changed), b.target("0", quiet, true), "a stream stayed open over it and told of nothing else"},
		{"relist, live heap more", "MB", more, b.target("at most 1", more <= 1, true),
			fmt.Sprintf("%.1f MB before, %.1f MB after", r.liveBefore, r.liveAfter)},
		{"relist, allocated for an object", "kB", r.allocated * 1024 / float64(upstream.objects), Target{},
			fmt.Sprintf("%.1f MB in all, with what the API server sent", r.allocated)},
		{"relist, resident more", "MB", r.after.resident - r.before.resident, Target{},
			fmt.Sprintf("%.0f MB before, %.0f MB after; peak %.0f MB before, %.0f MB after", r.before.resident, r.after.resident, r.before.peak, r.after.peak)},
	} {
		b.report.add(Row{
			figure: "relist", name: part.name, unit: part.unit, values: map[string]float64{ours: part.value},
			target: part.target, note: part.note,
		})
	}
	return err
}

// relisted is what a relist did.
type relisted struct {
	how                   string
	changed               int // objects that had to change so that the history was forgotten
	events                int
	span                  time.Duration
	allocated             float64 // MB
	liveBefore, liveAfter float64 // MB, after a full collection
	before, after         Footprint
}

func (b *Bench) relist(ctx context.Context, upstream *Upstream) (*relisted, error) {
	paths, _, err := somePods(upstream.kube, 1)
	if err != nil {
		return nil, err
	}
	writes := newWrites(upstream.kube, paths, 0, forgotten)
	r := &relisted{how: "etcd is cut off and compacted: all versions expire, kube-apiserver lists anew, and so do its watchers"}
	kube, force := upstream.kube, upstream.compact
	if force == nil {
		proxy, err := servers.StartProxy(upstream.kube.Base[len("http://"):])
		if err != nil {
			return nil, err
		}
		defer proxy.Stop()
		copied := *kube
		copied.Base = "http://" + proxy.Address()
		kube, r.changed = &copied, 1
		r.how = fmt.Sprintf("while the sidecar is cut off, one pod changes %d times, more than the simulator remembers", forgotten)
		force = func() error { return proxy.Apart(func() error { return writes.make(ctx) }) }
	}
	log := filepath.Join(b.folder, fmt.Sprint("gc-", b.launched+1, ".log"))
	sidecar, err := b.launch(ctx, kube, allPods, "-Xlog:gc:file="+log)
	if err != nil {
		return nil, err
	}
	defer sidecar.Stop()
	if err := sidecar.holds(upstream.objects); err != nil {
		return nil, err
	}
	if err := b.settle(ctx); err != nil {
		return nil, err
	}
	witness, err := openWitness(ctx, sidecar, writes)
	if err != nil {
		return nil, err
	}
	return r, errors.Join(r.observe(ctx, sidecar, log, force), witness.end(r.changed))
}

// witness is a client whose stream is open while the sidecar lists anew.
type witness struct {
	stream *Stream
	stop   chan struct{}
	ended  chan error
}

func openWitness(ctx context.Context, sidecar *kept, writes *Writes) (*witness, error) {
	_, version, err := somePods(sidecar.API, 1)
	if err != nil {
		return nil, err
	}
	port, path, err := Fanout{format: sse}.address(sidecar, version)
	if err != nil {
		return nil, err
	}
	crowd, err := newCrowd()
	if err != nil {
		return nil, err
	}
	w := &witness{
		stream: &Stream{format: sse, ledger: newLedger(newPlan(writes)), marker: writes.marker(), thorough: true},
		stop:   make(chan struct{}), ended: make(chan error, 1),
	}
	if err := crowd.join(port, path, w.stream); err != nil {
		crowd.close()
		return nil, err
	}
	go func() {
		defer crowd.close()
		w.ended <- crowd.read(ctx, func(idle bool) bool {
			select {
			case <-w.stop:
				return idle
			default:
				return false
			}
		})
	}()
	return w, nil
}

// end is an error if the stream was not open all along, or told of more or less than so many changes.
func (w *witness) end(changed int) error {
	close(w.stop)
	if err := <-w.ended; err != nil {
		return err
	}
	if l := w.stream.ledger; l.wrong > 0 || l.count != changed {
		return fmt.Errorf("a client was told of %d changes, not %d; %d faults, the first: %s", l.count, changed, l.wrong, l.first)
	}
	return nil
}

// observe forces the relist between two full collections, and waits until it is through.
func (r *relisted) observe(ctx context.Context, sidecar *kept, log string, force func() error) error {
	position, err := sidecar.metric("nearcache_history_position")
	if err != nil {
		return err
	}
	relists, err := sidecar.metric("nearcache_relists_total")
	if err != nil {
		return err
	}
	listing, err := sidecar.metric("nearcache_reflector_list_duration_seconds_sum")
	if err != nil {
		return err
	}
	// The first attachment loads classes of its own.
	if err := errors.Join(collect(ctx, sidecar.Pid()), collect(ctx, sidecar.Pid())); err != nil {
		return err
	}
	text, err := os.ReadFile(log)
	if err != nil {
		return err
	}
	if r.before, err = footprint(sidecar.Pid()); err != nil {
		return err
	}
	if err := force(); err != nil {
		return err
	}
	err = sidecar.AwaitWithin(3*time.Minute, slow, func() bool {
		now, err := sidecar.metric("nearcache_relists_total")
		live, problem := sidecar.metric("nearcache_live")
		return err == nil && problem == nil && now > relists && live == 1
	})
	if err != nil {
		return fmt.Errorf("no relist came: %w", err)
	}
	if r.after, err = footprint(sidecar.Pid()); err != nil {
		return err
	}
	after, err := sidecar.metric("nearcache_history_position")
	if err != nil {
		return err
	}
	r.events = int(after - position)
	listed, err := sidecar.metric("nearcache_reflector_list_duration_seconds_sum")
	if err != nil {
		return err
	}
	r.span = time.Duration((listed - listing) * float64(time.Second))
	if err := collect(ctx, sidecar.Pid()); err != nil {
		return err
	}
	whole, err := os.ReadFile(log)
	if err != nil {
		return err
	}
	return r.count(string(text), string(whole))
}
