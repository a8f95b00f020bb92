package main

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// metric is the value of one of the sidecar's metrics for pods, summed over its other labels.
func (k *kept) metric(name string) (float64, error) {
	response, err := k.Management.Send(http.MethodGet, "/metrics", "", nil)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err
	}
	return metricIn(string(text), name)
}

func metricIn(text, name string) (float64, error) {
	sum, found := 0.0, false
	for line := range strings.Lines(text) {
		labels, is := strings.CutPrefix(line, name+"{")
		if !is || !strings.Contains(labels, `resource="pods"`) {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(labels[strings.LastIndexByte(labels, '}')+1:]), 64)
		if err != nil {
			return 0, fmt.Errorf("metric %s: %q is no number", name, strings.TrimSpace(line))
		}
		sum, found = sum+value, true
	}
	if !found {
		return 0, fmt.Errorf("the sidecar has no metric %s for pods", name)
	}
	return sum, nil
}

// holds is an error if the sidecar has not so many pods.
func (k *kept) holds(objects int) error {
	count, err := k.metric("nearcache_objects")
	if err == nil && int(count) != objects {
		err = fmt.Errorf("the sidecar has %.0f objects, not %d", count, objects)
	}
	return err
}
