package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"servers"
)

// lists are read of each server; the median counts.
const lists = 5

const wholeList = "/api/v1/pods"

// measureList times the reading of all pods as JSON, once it is seen that both servers tell of the same objects.
func measureList(ctx context.Context, b *Bench) error {
	sidecar, err := b.sidecar(ctx, allPods)
	if err != nil {
		return err
	}
	targets := map[string]*servers.Kube{ours: sidecar.API, b.upstream.name: b.upstream.kube}
	columns := []string{b.upstream.name, ours}
	var items [2]map[string]string
	for i, column := range columns {
		if items[i], err = listed(ctx, targets[column]); err != nil {
			return fmt.Errorf("%s: %w", column, err)
		}
	}
	if err := sameItems(items[0], items[1], b.upstream.objects); err != nil {
		return err
	}
	spans, sizes, reads := map[string]float64{}, map[string]float64{}, lists
	for _, column := range columns {
		b.report.command("list", "curl -sk -o /dev/null -w '%{time_total}'", targets[column].Base+wholeList)
		var all []float64
		for range reads {
			span, size, err := timeList(ctx, targets[column])
			if err != nil {
				return fmt.Errorf("%s: %w", column, err)
			}
			if before, has := sizes[column]; has && before != size {
				return fmt.Errorf("%s: one list has %.0f bytes, the next %.0f, though nothing changed", column, before, size)
			}
			sizes[column] = size
			all = append(all, span.Seconds())
		}
		spans[column] = median(all)
	}
	theirs := spans[b.upstream.name]
	b.report.add(Row{
		figure: "list", name: "list of all pods as JSON", unit: "s", values: spans,
		target: b.target("a tenth of the API server's", spans[ours] <= theirs/10, !b.options.simulator && b.upstream.objects >= 30_000),
		note: fmt.Sprintf("median of %d; the same %d objects and versions; ours %.1f MB without managedFields, %s %.1f MB",
			reads, len(items[0]), sizes[ours]/1e6, b.upstream.name, sizes[b.upstream.name]/1e6),
	})
	return nil
}

// patient is a client without a limit of time, which the context has.
func patient(kube *servers.Kube) *http.Client { return &http.Client{Transport: kube.HTTP.Transport} }

func getList(ctx context.Context, kube *servers.Kube) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, kube.Base+wholeList, nil)
	if err != nil {
		return nil, err
	}
	// Compressed, both would measure gzip.
	request.Header.Set("Accept-Encoding", "identity")
	if kube.Token != "" {
		request.Header.Set("Authorization", "Bearer "+kube.Token)
	}
	response, err := patient(kube).Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		response.Body.Close()
		return nil, fmt.Errorf("GET %s: %s", wholeList, response.Status)
	}
	return response, nil
}

// timeList reads the whole list and keeps nothing of it.
func timeList(ctx context.Context, kube *servers.Kube) (time.Duration, float64, error) {
	started := time.Now()
	response, err := getList(ctx, kube)
	if err != nil {
		return 0, 0, err
	}
	defer response.Body.Close()
	size, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, response.Body, make([]byte, 256<<10))
	return time.Since(started), float64(size), err
}

// listed reads the whole list, one object at a time, and gives the versions of what it tells of, by namespace and name.
func listed(ctx context.Context, kube *servers.Kube) (map[string]string, error) {
	response, err := getList(ctx, kube)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	decoder := json.NewDecoder(response.Body)
	for {
		token, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("the list has no items: %w", err)
		}
		if token == "items" {
			break
		}
	}
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	versions := map[string]string{}
	for decoder.More() {
		var item struct {
			Metadata struct{ Namespace, Name, UID, ResourceVersion string }
		}
		if err := decoder.Decode(&item); err != nil {
			return nil, fmt.Errorf("item %d: %w", len(versions), err)
		}
		m := item.Metadata
		key := m.Namespace + "/" + m.Name
		if _, twice := versions[key]; twice || m.Name == "" || m.ResourceVersion == "" {
			return nil, fmt.Errorf("item %q comes twice or without a name or version", key)
		}
		versions[key] = m.UID + " " + m.ResourceVersion
	}
	// The rest, to the end of the document: a list that was cut off is none.
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return versions, nil
		} else if err != nil {
			return nil, err
		}
	}
}

func sameItems(theirs, mine map[string]string, count int) error {
	if len(theirs) != count || len(mine) != count {
		return fmt.Errorf("there are %d objects; listed are %d and, by the sidecar, %d", count, len(theirs), len(mine))
	}
	for key, version := range theirs {
		if mine[key] != version {
			return fmt.Errorf("%s is %q, and %q at the sidecar", key, version, mine[key])
		}
	}
	return nil
}
