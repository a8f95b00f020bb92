// Command driver runs each program of compat/ twice, once against kube-apiserver and once against the sidecar, and
// compares what the two runs printed. Its exit code is 0 only if every program did every step against both and said the
// same. See compat/README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

func main() {
	root := flag.String("root", ".", "the project's folder")
	lanes := flag.Int("lanes", 2, "programs that run at a time, each on servers of its own, 1 to 8")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: driver [flags] [CLIENT...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *lanes < 1 || *lanes > 8 {
		fmt.Fprintf(os.Stderr, "driver: -lanes must be 1 to 8, not %d\n", *lanes)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	good, err := drive(ctx, *root, *lanes, flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "compat: %v\n", err)
	}
	if err != nil || !good {
		os.Exit(1)
	}
}

func drive(ctx context.Context, root string, lanes int, names []string) (bool, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return false, err
	}
	clients, err := loadClients(filepath.Join(root, "compat"), names)
	if err != nil {
		return false, err
	}
	report := newReport(lanes)
	var ready []Client
	builds := Builds{}
	for _, client := range clients {
		if missing := client.missing(); len(missing) > 0 {
			report.skip(client.Name, missing)
		} else if err := builds.build(ctx, client); err != nil {
			report.broken(client.Name, err)
		} else {
			ready = append(ready, client)
		}
	}
	folder, err := os.MkdirTemp("", "compat-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(folder)
	started := time.Now()
	err = runAll(ctx, root, folder, min(lanes, len(ready)), ready, report)
	report.print(os.Stdout, time.Since(started))
	return report.good(), err
}

// runAll lets each lane take the next client that none has taken.
func runAll(ctx context.Context, root, folder string, lanes int, clients []Client, report *Report) error {
	queue := make(chan Client, len(clients))
	for _, client := range clients {
		queue <- client
	}
	close(queue)
	problems := make([]error, lanes)
	var group sync.WaitGroup
	for i := range lanes {
		group.Go(func() {
			lane, err := startLane(ctx, root, filepath.Join(folder, fmt.Sprintf("lane-%d", i)))
			if err != nil {
				problems[i] = fmt.Errorf("lane %d: %w", i, err)
				return
			}
			defer lane.stop()
			for client := range queue {
				problems[i] = errors.Join(problems[i], lane.compare(ctx, client, report))
			}
		})
	}
	group.Wait()
	return errors.Join(errors.Join(problems...), ctx.Err())
}
