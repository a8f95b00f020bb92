package main

import (
	"context"
	"errors"
	"fmt"
)

// held is what a process held right after it had synced, and after it was left alone for a while.
type held struct{ synced, settled Footprint }

// measureMemory looks at whole processes, ours and the peers', after the same steps.
func measureMemory(ctx context.Context, b *Bench) error {
	b.retire()
	upstream, err := b.source(ctx)
	if err != nil {
		return err
	}
	found := map[string]held{}
	sidecar, err := b.launch(ctx, upstream.kube, allPods, "")
	if err != nil {
		return err
	}
	b.report.command("memory", sidecar.Command()...)
	err = sidecar.holds(upstream.objects)
	if err == nil {
		found[ours], err = b.hold(ctx, sidecar.Pid())
	}
	sidecar.Stop()
	if err != nil {
		return err
	}
	var failed error
	for _, peer := range b.ofKind("informer") {
		if h, err := b.holdPeer(ctx, peer, upstream); err == nil {
			found[peer.Name] = h
		} else {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", peer.Name, err))
		}
	}
	b.reportMemory(found, upstream)
	return failed
}

// hold looks at a process that has just synced, and again once it has settled.
func (b *Bench) hold(ctx context.Context, pid int) (held, error) {
	synced, err := footprint(pid)
	if err != nil {
		return held{}, err
	}
	if err := b.settle(ctx); err != nil {
		return held{}, err
	}
	settled, err := footprint(pid)
	return held{synced, settled}, err
}

func (b *Bench) holdPeer(ctx context.Context, peer Peer, upstream *Upstream) (held, error) {
	running, err := b.start(ctx, peer, "memory", upstream)
	if err != nil {
		return held{}, err
	}
	defer running.Stop()
	if _, err := running.synced(upstream.objects); err != nil {
		return held{}, err
	}
	return b.hold(ctx, running.Pid())
}

func (b *Bench) reportMemory(found map[string]held, upstream *Upstream) {
	most, peak, sized := 150.0, 200.0, upstream.objects >= 30_000
	large := b.options.simulator && upstream.objects >= 100_000
	if large {
		most = 250
	}
	for _, part := range []struct {
		name  string
		of    func(held) float64
		limit float64
	}{
		{"memory after the sync, resident", func(h held) float64 { return h.synced.resident }, 0},
		{"memory settled, resident", func(h held) float64 { return h.settled.resident }, most},
		{"memory settled, proportional", func(h held) float64 { return h.settled.proportional }, 0},
		{"memory, peak", func(h held) float64 { return h.settled.peak }, peak},
	} {
		row := Row{figure: "memory", name: part.name, unit: "MB", values: map[string]float64{}}
		for column, h := range found {
			row.values[column] = part.of(h)
		}
		if part.limit > 0 && !(large && part.limit == peak) {
			row.target = b.target(fmt.Sprintf("at most %.0f", part.limit), row.values[ours] <= part.limit, sized)
		}
		b.report.add(row)
	}
}
