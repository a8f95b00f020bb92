package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Options are what the command line asks for.
type Options struct {
	root      string
	simulator bool
	objects   int
	figures   []string
	peers     []string // nil for all of peers.json whose tools are there
	length    time.Duration
	clients   int
	rate      int
	json      string
}

// parseOptions reads the command line; its errors name the flag and what is allowed.
func parseOptions(arguments []string) (Options, error) {
	o := Options{objects: 30_000, length: time.Minute, clients: 1000, rate: 100}
	set := flag.NewFlagSet("bench/run", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.StringVar(&o.root, "root", ".", "")
	set.BoolVar(&o.simulator, "simulator", false, "")
	set.StringVar(&o.json, "json", "", "")
	set.Func("objects", "", number(&o.objects, 1, 1_000_000))
	set.Func("clients", "", number(&o.clients, 1, 5000))
	set.Func("rate", "", number(&o.rate, 1, 5000))
	set.Func("for", "", func(text string) (err error) {
		if o.length, err = time.ParseDuration(text); err != nil || o.length < time.Second || o.length > time.Hour {
			return errors.New("must be a span from 1s to 1h, such as 60s or 2m")
		}
		return nil
	})
	set.Func("figures", "", func(text string) (err error) {
		o.figures, err = some(text, figureNames())
		return err
	})
	set.Func("peers", "", func(text string) error {
		if o.peers = []string{}; text != "none" {
			o.peers = strings.Split(text, ",")
		}
		return nil
	})
	if err := set.Parse(arguments); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return o, err
		}
		return o, fmt.Errorf("%w\n%s", err, usage())
	}
	if set.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q\n%s", set.Arg(0), usage())
	}
	if o.figures == nil {
		o.figures = defaultFigures()
	}
	for _, name := range o.figures {
		if figure := figureNamed(name); figure.simulatorOnly && !o.simulator {
			return o, fmt.Errorf("figure %s needs --simulator", name)
		}
	}
	if o.simulator && o.peers == nil {
		o.peers = []string{}
	}
	return o, nil
}

func number(to *int, low, high int) func(string) error {
	return func(text string) error {
		value, err := strconv.Atoi(text)
		if err != nil || value < low || value > high {
			return fmt.Errorf("must be a whole number from %d to %d", low, high)
		}
		*to = value
		return nil
	}
}

// some are the words of a list with commas, each of which must be among those allowed.
func some(text string, allowed []string) ([]string, error) {
	words := strings.Split(text, ",")
	for _, word := range words {
		if !slices.Contains(allowed, word) {
			return nil, fmt.Errorf("%q is none of %s", word, strings.Join(allowed, ", "))
		}
	}
	return words, nil
}

func usage() string {
	return fmt.Sprintf(`
Usage: bench/run [flags]

  --simulator    on the simulated API server instead of the testbed's kube-apiserver
  --objects N    pods that there are, 1 to 1000000; default 30000
  --figures A,B  of %s;
                 default: all but growth, which needs --simulator
  --peers A,B    of those in bench/peers.json, or none; default: all whose tools are there, on the simulator none
  --for SPAN     how long fan-out, lag, gets and settling go on, 1s to 1h (gets at most 10s); default 1m
  --clients N    watchers of the fan-out, 1 to 5000; default 1000
  --rate N       changes a second of the fan-out, 1 to 5000; default 100
  --json FILE    the table as JSON, too

Exit codes: 0 all was measured, and what was received was right, whether or not the targets were reached; 1 something
could not be measured, or was lost, doubled, reordered or malformed; 2 wrong usage.
`, strings.Join(figureNames(), ", "))
}
