// Package args reads the command lines of the testbed's programs.
package args

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Mode parses the command line: flags in any order, and the mode among them, which must be one of those given. It ends
// the program, with what is wrong, where that is not so.
func Mode(modes ...string) string {
	flag.Usage = func() {
		fmt.Fprintf(flag.CommandLine.Output(), "usage: %s [flags] %s\n", program(), strings.Join(modes, "|"))
		flag.PrintDefaults()
	}
	flag.Parse()
	mode := flag.Arg(0)
	if rest := flag.Args(); len(rest) > 1 {
		flag.CommandLine.Parse(rest[1:]) // ends the program by itself
		if flag.NArg() > 0 {
			usage("unexpected argument %q", flag.Arg(0))
		}
	}
	if !slices.Contains(modes, mode) {
		usage("the mode must be one of %s, not %q", strings.Join(modes, ", "), mode)
	}
	return mode
}

func usage(format string, values ...any) {
	fmt.Fprintf(os.Stderr, program()+": "+format+"; -h tells more\n", values...)
	os.Exit(2)
}

// Fail ends the program if there is an error, and says which.
func Fail(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", program(), err)
		os.Exit(1)
	}
}

func program() string { return filepath.Base(os.Args[0]) }
