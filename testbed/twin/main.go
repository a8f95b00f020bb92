// Command twin runs client-go's own Reflector for the tests that compare ours with it (docs/twin.md).
//
// It reads one order a line from standard input (JSON, see order), runs all of them side by side, and answers each, when
// its reflector has come to the version that the order names, with one line on standard output (JSON, see report): every
// request that the reflector sent, every wait between them, and what its store held at the end.
//
// Time is virtual: it passes by the reflector's waits, and by what the server says of its watches in the header
// X-Twin-Lasts (milliseconds). So a run takes milliseconds, whatever it waits for, and is the same on a slow machine.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"

	"k8s.io/klog/v2"
)

// order asks for one run.
type order struct {
	ID     string `json:"id"`
	Server string `json:"server"`
	// Closed is the host and port at which nobody listens; the requests of these numbers, from 0, are sent there.
	Closed  string `json:"closed"`
	Refused []int  `json:"refused"`
	// Queue is "delta" for DeltaFIFO, "ordered" for RealFIFO as informers make it.
	Queue     string `json:"queue"`
	WatchList bool   `json:"watchList"`
	// Until is the version that ends the run.
	Until string `json:"until"`
	// Start is "usual", or "stopped" for a reflector that is stopped before it is run.
	Start string `json:"start"`
}

// report is what came of one run.
type report struct {
	ID    string   `json:"id"`
	Trace []moment `json:"trace"`
	// Store has uid and resourceVersion, with a space between them, by key.
	Store map[string]string `json:"store"`
	// Error says why the run did not come to its end.
	Error string `json:"error"`
}

func main() {
	silence()
	out := json.NewEncoder(os.Stdout)
	var writing sync.Mutex
	var runs sync.WaitGroup
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var o order
		if err := json.Unmarshal(in.Bytes(), &o); err != nil {
			fmt.Fprintln(os.Stderr, "twin: not an order:", err)
			os.Exit(2)
		}
		runs.Go(func() {
			r := run(o)
			writing.Lock()
			defer writing.Unlock()
			out.Encode(r)
		})
	}
	runs.Wait()
}

// silence keeps what client-go logs out of the tests' output: the scripts are full of errors.
func silence() {
	flags := flag.NewFlagSet("", flag.PanicOnError)
	klog.InitFlags(flags)
	flags.Set("logtostderr", "false")
	flags.Set("stderrthreshold", "FATAL")
	klog.SetOutput(io.Discard)
}
