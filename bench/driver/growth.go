package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// eventSpan is about how long changes are written as fast as the simulator takes them.
const eventSpan = 5 * time.Second

// watchedObjects is how many there are while the number of watchers grows.
const watchedObjects = 10_000

// measureGrowth measures the sidecar alone at growing numbers of objects, up to --objects, and of watchers, up to
// --clients, each on a simulator of its own, and writes tables and plots to bench/growth.
func measureGrowth(ctx context.Context, b *Bench) error {
	b.retire()
	folder := filepath.Join(b.options.root, "bench/growth")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	objects := &Sheet{axis: "objects"}
	for _, size := range []int{1_000, 10_000, 100_000} {
		if size > b.options.objects {
			break
		}
		if err := b.atSize(ctx, size, func(at *Bench) error { return at.growObjects(ctx, objects) }); err != nil {
			return fmt.Errorf("%d objects: %w", size, err)
		}
	}
	watchers := &Sheet{axis: "watchers"}
	err := b.atSize(ctx, min(watchedObjects, b.options.objects), func(at *Bench) error {
		return at.growWatchers(ctx, watchers, b.options.clients)
	})
	if err != nil {
		return err
	}
	b.report.command("growth", "in bench/growth: objects.csv, watchers.csv, and a plot of each column")
	return errors.Join(b.keepSheet(folder, objects), b.keepSheet(folder, watchers))
}

// keepSheet writes a sheet and its plots, and puts what it says into the table.
func (b *Bench) keepSheet(folder string, sheet *Sheet) error {
	for _, column := range sheet.columns {
		for i, value := range column.values {
			b.report.add(Row{
				figure: "growth", name: fmt.Sprintf("%s at %.0f %s", column.name, sheet.xs[i], sheet.axis), unit: column.unit,
				values: map[string]float64{ours: value},
			})
		}
	}
	return errors.Join(sheet.write(filepath.Join(folder, sheet.axis+".csv")), sheet.plot(folder))
}

// atSize does something on a simulator with so many pods, as a run of its own.
func (b *Bench) atSize(ctx context.Context, size int, work func(*Bench) error) error {
	fmt.Printf("bench:  at %d objects …\n", size)
	options := b.options
	options.objects = size
	at := &Bench{options: options, report: newReport(options), keep: map[string]*kept{}}
	at.folder = filepath.Join(b.folder, fmt.Sprint("growth-", size, "-", time.Now().UnixNano()))
	defer at.close()
	if _, err := at.source(ctx); err != nil {
		return err
	}
	return work(at)
}

// growObjects adds a row to the sheet: everything that is measured of one number of objects.
func (b *Bench) growObjects(ctx context.Context, sheet *Sheet) error {
	sheet.row(float64(b.options.objects))
	whole, alone, err := b.syncOurs(ctx, b.upstream)
	if err != nil {
		return err
	}
	sheet.add("start to synced", "s", whole)
	sheet.add("syncing alone", "s", alone)
	sidecar, err := b.sidecar(ctx, allPods)
	if err != nil {
		return err
	}
	held, err := b.hold(ctx, sidecar.Pid())
	if err != nil {
		return err
	}
	sheet.add("memory settled", "MB", held.settled.resident)
	sheet.add("memory peak", "MB", held.settled.peak)
	var spans []float64
	for range lists {
		span, _, err := timeList(ctx, sidecar.API)
		if err != nil {
			return err
		}
		spans = append(spans, span.Seconds())
	}
	sheet.add("list", "s", median(spans))
	rate, err := b.eventRate(ctx, sidecar)
	if err != nil {
		return err
	}
	sheet.add("events a second", "1/s", rate)
	b.retire()
	r, err := b.relist(ctx, b.upstream)
	if err != nil {
		return err
	}
	sheet.add("relist", "s", r.span.Seconds())
	sheet.add("relist allocates for an object", "kB", r.allocated*1024/float64(b.options.objects))
	return nil
}

// eventRate writes as fast as the simulator takes it and gives the events a second that a watch of ours brought, from the
// first write to the last event.
func (b *Bench) eventRate(ctx context.Context, sidecar *kept) (float64, error) {
	paths, _, err := somePods(b.upstream.kube, 500)
	if err != nil {
		return 0, err
	}
	rate := 500.0
	// The first round finds out how many changes fit into the time.
	for range 2 {
		writes := newWrites(b.upstream.kube, paths, 0, int(rate*eventSpan.Seconds()))
		watch, err := openWatch(ctx, sidecar.API, writes)
		if err != nil {
			return 0, err
		}
		read := make(chan error, 1)
		go func() { read <- watch.read() }()
		if err := errors.Join(writes.make(ctx), <-read, watch.plan.agree()); err != nil {
			return 0, err
		}
		rate = float64(writes.count) / time.Since(writes.started).Seconds()
	}
	return rate, nil
}

// growWatchers adds a row for each number of watchers.
func (b *Bench) growWatchers(ctx context.Context, sheet *Sheet, most int) error {
	warm := Fanout{format: sse, clients: min(100, most), rate: b.options.rate, length: 5 * time.Second}
	if _, err := warm.measure(ctx, b); err != nil {
		return fmt.Errorf("warming up: %w", err)
	}
	for _, clients := range []int{1, 10, 100, 1000} {
		if clients > most {
			break
		}
		sheet.row(float64(clients))
		f := Fanout{format: sse, clients: clients, rate: b.options.rate, length: min(b.options.length, 20*time.Second)}
		spread, err := f.measure(ctx, b)
		if err != nil {
			return fmt.Errorf("%d watchers: %w", clients, err)
		}
		sheet.add("fan-out, median", "ms", float64(spread.acked.ValueAtQuantile(50))/1000)
		sheet.add("fan-out, p99", "ms", float64(spread.acked.ValueAtQuantile(99))/1000)
		sheet.add("fan-out, sidecar's cores", "cores", spread.cores[ours])
		sheet.add("fan-out, driver's cores", "cores", spread.cores["driver"])
		held, err := footprint(b.keep[headPods].Pid())
		if err != nil {
			return err
		}
		sheet.add("fan-out, memory", "MB", held.resident)
	}
	return nil
}
