// Command driver measures the sidecar beside its peers, one figure after the other in one run, and prints one table. Whatever
// it receives it checks: what was lost, doubled, reordered or malformed makes the figure fail. See bench/README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

func main() {
	options, err := parseOptions(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		fmt.Print(usage())
		return
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var wrong *wrongUsage
	switch err := drive(ctx, options); {
	case errors.As(err, &wrong):
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(2)
	case err != nil:
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// wrongUsage is a fault of the command line that shows only once files are read.
type wrongUsage struct{ error }

// drive runs the figures. One that fails does not keep the others from being measured; all failures are reported.
func drive(ctx context.Context, options Options) error {
	root, err := filepath.Abs(options.root)
	if err != nil {
		return err
	}
	options.root = root
	peers, err := loadPeers(filepath.Join(root, "bench/peers.json"), options.peers)
	if err != nil {
		return &wrongUsage{err}
	}
	folder, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	bench := &Bench{options: options, folder: folder, report: newReport(options), keep: map[string]*kept{}}
	defer bench.close()
	if err := bench.buildOurs(ctx); err != nil {
		return err
	}
	bench.buildPeers(ctx, peers)
	var problems []error
	for _, name := range options.figures {
		fmt.Printf("bench: %s …\n", name)
		if err := figureNamed(name).run(ctx, bench); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
			fmt.Printf("bench: FAILED %v\n", err)
			bench.report.fails(name, err)
			problems = append(problems, err)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	bench.report.print(os.Stdout)
	if options.json != "" {
		problems = append(problems, bench.report.writeJSON(options.json))
	}
	return errors.Join(problems...)
}
