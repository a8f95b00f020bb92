package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"

	"servers"
)

// collect makes a JVM collect its whole heap, by the jcmd of its own JDK or of the PATH.
func collect(ctx context.Context, pid int) error {
	jcmd := "jcmd"
	if java, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid)); err == nil {
		if own := filepath.Join(filepath.Dir(java), "jcmd"); exists(own) {
			jcmd = own
		}
	}
	if output, err := exec.CommandContext(ctx, jcmd, strconv.Itoa(pid), "GC.run").CombinedOutput(); err != nil {
		return fmt.Errorf("jcmd GC.run: %w: %s", err, servers.Tail(output))
	}
	return nil
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// collection is a line of -Xlog:gc: what the heap held before it and after it.
var collection = regexp.MustCompile(`GC\(\d+\) Pause .* (\d+)([KMG])->(\d+)([KMG])\(`)

// count works out from a log of collections what was allocated between the last one of its start and the last one of all.
// Both are full ones.
func (r *relisted) count(start, whole string) error {
	before, all := collection.FindAllStringSubmatch(start, -1), collection.FindAllStringSubmatch(whole, -1)
	if len(before) == 0 || len(all) <= len(before) {
		return errors.New("the log of collections does not tell of them")
	}
	held := inMegabytes(before[len(before)-1][3:5])
	r.liveBefore = held
	for _, each := range all[len(before):] {
		r.allocated += inMegabytes(each[1:3]) - held
		held = inMegabytes(each[3:5])
	}
	r.liveAfter = held
	return nil
}

func inMegabytes(number []string) float64 {
	value, _ := strconv.ParseFloat(number[0], 64)
	return value * map[string]float64{"K": 1.0 / 1024, "M": 1, "G": 1024}[number[1]]
}
