package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Footprint is what a process holds of the memory, in MB of 2^20 bytes: at present, at most since its start, and with
// shared pages divided among those who share them.
type Footprint struct{ resident, peak, proportional float64 }

func footprint(pid int) (Footprint, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return Footprint{}, err
	}
	rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return Footprint{}, err
	}
	var f Footprint
	for _, part := range []struct {
		text, key string
		to        *float64
	}{{string(status), "VmRSS:", &f.resident}, {string(status), "VmHWM:", &f.peak}, {string(rollup), "Pss:", &f.proportional}} {
		if *part.to, err = megabytes(part.text, part.key); err != nil {
			return Footprint{}, err
		}
	}
	return f, nil
}

// megabytes reads a line "Key: N kB".
func megabytes(text, key string) (float64, error) {
	for line := range strings.Lines(text) {
		if rest, found := strings.CutPrefix(line, key); found {
			value, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 64)
			return value / 1024, err
		}
	}
	return 0, fmt.Errorf("there is no %s", key)
}

// ticks a second in which the kernel counts processor time; it is 100 on every platform that Go runs on.
const ticks = 100

// processorTime is how long a process has run on processors so far, its threads taken together.
func processorTime(pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name, in parentheses, may have blanks in it; what follows has none. User and system time are 14th and 15th.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * time.Second / ticks
}

// Load tells what share of the processors each process took while something was measured.
type Load struct {
	started time.Time
	pids    map[string]int
	before  map[string]time.Duration
}

// startLoad begins to count; the driver itself is always among them.
func startLoad(pids map[string]int) *Load {
	l := &Load{started: time.Now(), pids: pids, before: map[string]time.Duration{}}
	pids["driver"] = syscall.Getpid()
	for name, pid := range pids {
		l.before[name] = processorTime(pid)
	}
	return l
}

// cores is how many processors each took on average since the start.
func (l *Load) cores() map[string]float64 {
	taken, span := map[string]float64{}, time.Since(l.started).Seconds()
	for name, pid := range l.pids {
		taken[name] = (processorTime(pid) - l.before[name]).Seconds() / span
	}
	return taken
}
