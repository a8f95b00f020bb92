package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"servers"
)

// ours is the sidecar's column in the table.
const ours = "nearcache"

const (
	fast = 5 * time.Millisecond   // between looks at what is being timed
	slow = 100 * time.Millisecond // between other looks
)

// Bench is one run: the API server with its objects, started by the first figure that needs it, and what was measured.
type Bench struct {
	options  Options
	folder   string
	report   *Report
	upstream *Upstream
	peers    []Peer // those that are built
	keep     map[string]*kept
	launched int
}

// kept is a sidecar that several figures look at.
type kept struct {
	*servers.Sidecar
	*servers.Process
}

// allPods is what a sidecar is told to mirror.
const allPods = "resources: [{resource: pods}]\n"

// source is the API server, with its objects there.
func (b *Bench) source(ctx context.Context) (*Upstream, error) {
	if b.upstream == nil {
		upstream, err := startUpstream(ctx, b.options, filepath.Join(b.folder, "upstream"))
		if err != nil {
			return nil, err
		}
		b.upstream = upstream
		b.report.upstream(upstream)
	}
	return b.upstream, nil
}

// prepare writes the configuration of a sidecar on an API server; the settings say what it mirrors.
func (b *Bench) prepare(upstream *servers.Kube, settings string) (*servers.Sidecar, error) {
	b.launched++
	return servers.PrepareSidecar(b.options.root, filepath.Join(b.folder, fmt.Sprint("sidecar-", b.launched)), upstream, settings)
}

// launch starts a sidecar with settings and waits until it is synced. Java options are added to the launcher's own.
func (b *Bench) launch(ctx context.Context, upstream *servers.Kube, settings string, javaOptions string) (*kept, error) {
	sidecar, err := b.prepare(upstream, settings)
	if err != nil {
		return nil, err
	}
	command := sidecar.Command()
	if javaOptions != "" {
		command = sidecar.Command("env", "NEARCACHE_JAVA_OPTS="+javaOptions)
	}
	process, err := sidecar.Launch(ctx, fast, command...)
	if err != nil {
		return nil, err
	}
	return &kept{sidecar, process}, nil
}

// sidecar is one with these settings that is kept until the end of the run.
func (b *Bench) sidecar(ctx context.Context, settings string) (*kept, error) {
	if found := b.keep[settings]; found != nil {
		return found, nil
	}
	upstream, err := b.source(ctx)
	if err != nil {
		return nil, err
	}
	started, err := b.launch(ctx, upstream.kube, settings, "")
	if err != nil {
		return nil, err
	}
	b.keep[settings] = started
	return started, nil
}

// retire ends the sidecars that are kept, so that they take nothing from what is measured next.
func (b *Bench) retire() {
	for settings, each := range b.keep {
		each.Stop()
		delete(b.keep, settings)
	}
}

func (b *Bench) close() {
	b.retire()
	if b.upstream != nil {
		b.upstream.stop()
	}
	os.RemoveAll(b.folder)
}

// settle is how long something is left alone before it is looked at again.
func (b *Bench) settle(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(b.options.length, time.Minute)):
		return nil
	}
}
