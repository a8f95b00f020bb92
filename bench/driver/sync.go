package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

const syncs = 3

// measureSync times how long it takes until all pods can be read, from the start of the process and by syncing alone.
func measureSync(ctx context.Context, b *Bench) error {
	b.retire()
	upstream, err := b.source(ctx)
	if err != nil {
		return err
	}
	whole, alone := map[string]float64{}, map[string]float64{}
	if whole[ours], alone[ours], err = b.syncOurs(ctx, upstream); err != nil {
		return err
	}
	var failed error
	for _, peer := range b.ofKind("informer") {
		if whole[peer.Name], alone[peer.Name], err = b.syncPeer(ctx, peer, upstream); err != nil {
			delete(whole, peer.Name)
			delete(alone, peer.Name)
			failed = errors.Join(failed, fmt.Errorf("%s: %w", peer.Name, err))
		}
	}
	if alone["curl"], err = b.curl(ctx, upstream); err != nil {
		failed = errors.Join(failed, err)
	}
	goal, has := alone["client-go"]
	b.report.add(Row{
		figure: "sync", name: "start to synced", unit: "s", values: whole,
		note: fmt.Sprintf("median of %d of ours, one of each peer", syncs),
	})
	b.report.add(Row{
		figure: "sync", name: "syncing alone", unit: "s", values: alone,
		target: b.target("client-go's", alone[ours] <= goal, has && upstream.objects >= 30_000),
		note:   "ours is the time of the first list; curl reads the whole list and keeps nothing",
	})
	return failed
}

func (b *Bench) syncOurs(ctx context.Context, upstream *Upstream) (whole, alone float64, err error) {
	sidecar, err := b.prepare(upstream.kube, allPods)
	if err != nil {
		return 0, 0, err
	}
	b.report.command("sync", sidecar.Command()...)
	var wholes, alones []float64
	for range syncs {
		process, err := sidecar.Launch(ctx, fast, sidecar.Command()...)
		if err != nil {
			return 0, 0, err
		}
		wholes = append(wholes, time.Since(process.Started()).Seconds())
		one := &kept{sidecar, process}
		err = one.holds(upstream.objects)
		listing, problem := one.metric("nearcache_reflector_list_duration_seconds_sum")
		process.Stop()
		if err := errors.Join(err, problem); err != nil {
			return 0, 0, err
		}
		alones = append(alones, listing)
	}
	return median(wholes), median(alones), nil
}

func (b *Bench) syncPeer(ctx context.Context, peer Peer, upstream *Upstream) (whole, alone float64, err error) {
	running, err := b.start(ctx, peer, "sync", upstream)
	if err != nil {
		return 0, 0, err
	}
	defer running.Stop()
	if alone, err = running.synced(upstream.objects); err != nil {
		return 0, 0, err
	}
	return running.after.Seconds(), alone, nil
}

// synced is how many seconds an informer says that it took, once it has said that it has all objects.
func (r *running) synced(objects int) (float64, error) {
	if count, err := strconv.Atoi(r.matched[1]); err != nil || count != objects {
		return 0, fmt.Errorf("it has %s objects, not %d", r.matched[1], objects)
	}
	return strconv.ParseFloat(r.matched[2], 64)
}

// curl times curl reading the whole list.
func (b *Bench) curl(ctx context.Context, upstream *Upstream) (float64, error) {
	words := []string{"curl", "-sk", "--fail", "-o", "/dev/null"}
	if upstream.kube.Token != "" {
		words = append(words, "-H", "Authorization: Bearer "+upstream.kube.Token)
	}
	words = append(words, upstream.kube.Base+"/api/v1/pods")
	b.report.command("sync", words...)
	started := time.Now()
	output, err := exec.CommandContext(ctx, words[0], words[1:]...).CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%s: %w %s", strings.Join(words, " "), err, output)
	}
	return time.Since(started).Seconds(), nil
}
