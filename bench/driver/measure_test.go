package main

import (
	"encoding/xml"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestMetricsOfPodsAreFound(t *testing.T) {
	text := "# HELP x\nnearcache_objects{resource=\"nodes\"} 5.0\nnearcache_objects{resource=\"pods\"} 30000.0\n" +
		"nearcache_seconds_sum{namespace=\"a\",resource=\"pods\"} 1.5\nnearcache_seconds_sum{namespace=\"b\",resource=\"pods\"} 1.0E-1\n"
	for name, wanted := range map[string]float64{"nearcache_objects": 30000, "nearcache_seconds_sum": 1.6} {
		if value, err := metricIn(text, name); err != nil || math.Abs(value-wanted) > 1e-9 {
			t.Errorf("%s is %v, %v", name, value, err)
		}
	}
	if _, err := metricIn(text, "nearcache_object"); err == nil {
		t.Error("a metric was found that is not there")
	}
}

func TestAllocationIsCountedBetweenFullCollections(t *testing.T) {
	// Given a log that ends in a full collection, and goes on with two small ones and another full one
	start := "[0.1s][info][gc] Using Serial\n[1s][info][gc] GC(0) Pause Young (Allocation Failure) 8M->2M(31M) 3ms\n" +
		"[2s][info][gc] GC(1) Pause Full (Diagnostic Command) 9M->4M(31M) 9ms\n"
	whole := start + "[3s][info][gc] GC(2) Pause Young (Allocation Failure) 14M->5M(31M) 2ms\n" +
		"[4s][info][gc] GC(3) Pause Young (Allocation Failure) 15M->6M(31M) 2ms\n" +
		"[5s][info][gc] GC(4) Pause Full (Diagnostic Command) 9216K->5M(31M) 9ms\n"
	// When it is counted
	r := &relisted{}
	if err := r.count(start, whole); err != nil {
		t.Fatal(err)
	}
	// Then 10, 10 and 3 MB were allocated, and one is held more
	if r.allocated != 23 || r.liveBefore != 4 || r.liveAfter != 5 {
		t.Errorf("allocated %v, live %v to %v", r.allocated, r.liveBefore, r.liveAfter)
	}
	if err := r.count(start, start); err == nil {
		t.Error("no collection came, and something was counted")
	}
}

func TestListsAreCompared(t *testing.T) {
	theirs := map[string]string{"a/x": "u 1", "a/y": "v 2"}
	if err := sameItems(theirs, map[string]string{"a/x": "u 1", "a/y": "v 2"}, 2); err != nil {
		t.Error(err)
	}
	for _, mine := range []map[string]string{{"a/x": "u 1"}, {"a/x": "u 1", "a/y": "v 1"}, {"a/x": "u 1", "a/z": "v 2"}} {
		if err := sameItems(theirs, mine, 2); err == nil {
			t.Errorf("%v passed", mine)
		}
	}
	if err := sameItems(theirs, theirs, 3); err == nil {
		t.Error("two of three passed")
	}
}

func TestQuantiles(t *testing.T) {
	values := []float64{}
	for i := range 100 {
		values = append(values, float64(99-i))
	}
	if median(values) != 50 || quantile(values, 99) != 99 || quantile(values, 50) != 50 || quantile([]float64{7}, 99) != 7 {
		t.Errorf("median %v, quantiles %v %v", median(values), quantile(values, 50), quantile(values, 99))
	}
}

func TestAProcessIsLookedAt(t *testing.T) {
	found, err := footprint(os.Getpid())
	if err != nil || found.resident <= 0 || found.peak < found.resident || found.proportional <= 0 {
		t.Errorf("%+v, %v", found, err)
	}
	if processorTime(os.Getpid()) < 0 || startLoad(map[string]int{}).cores()["driver"] < 0 {
		t.Error("the driver has taken less than no time")
	}
}

func TestSheetsAreWrittenAndDrawn(t *testing.T) {
	folder := t.TempDir()
	sheet := &Sheet{axis: "objects"}
	for _, x := range []float64{1000, 10_000} {
		sheet.row(x)
		sheet.add("start to synced", "s", x/5000)
		sheet.add("syncing alone", "s", 0)
		sheet.add("memory settled", "MB", x/100)
	}
	if err := sheet.write(filepath.Join(folder, "objects.csv")); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(filepath.Join(folder, "objects.csv"))
	if wanted := "objects,start to synced (s),syncing alone (s),memory settled (MB)\n1000,0.2,0,10\n10000,2,0,100\n"; string(text) != wanted {
		t.Errorf("written: %s", text)
	}
	if err := sheet.plot(folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sync-time.svg", "memory.svg"} {
		file, err := os.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		for decoder := xml.NewDecoder(file); err == nil; _, err = decoder.Token() {
		}
		if err != io.EOF {
			t.Errorf("%s: %v", name, err)
		}
	}
	names, _ := filepath.Glob(filepath.Join(folder, "*.svg"))
	if len(names) != 2 {
		t.Errorf("drawn: %s", strings.Join(names, " "))
	}
}
