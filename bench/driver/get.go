package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/valyala/fasthttp"

	"servers"
)

const (
	getConnections = 16
	getLongest     = 10 * time.Second
	getObjects     = 200
)

// measureGet counts how many objects a second each server gives by name, to some connections that are kept open and ask
// again as soon as they are answered.
func measureGet(ctx context.Context, b *Bench) error {
	sidecar, err := b.sidecar(ctx, allPods)
	if err != nil {
		return err
	}
	paths, _, err := somePods(b.upstream.kube, getObjects)
	if err != nil {
		return err
	}
	row := Row{
		figure: "get", name: fmt.Sprintf("GET of one object, %d connections", getConnections), unit: "1/s", more: true,
		values: map[string]float64{},
	}
	measure := func(column string, server *servers.Kube, pid int) error {
		b.report.command("get", column+":", "GET", server.Base+paths[0], "and", fmt.Sprint(len(paths)-1, " more"))
		g := &getter{server: server, paths: paths, length: min(b.options.length, getLongest)}
		load := startLoad(map[string]int{column: pid})
		rate, err := g.run(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", column, err)
		}
		row.values[column] = rate
		row.note += fmt.Sprintf("%s p99 %.1f ms, cores: %s; ", column, float64(g.spans.ValueAtQuantile(99))/1000, coresText(load.cores()))
		return nil
	}
	err = errors.Join(measure(b.upstream.name, b.upstream.kube, b.upstream.process.Pid()), measure(ours, sidecar.API, sidecar.Pid()))
	for _, peer := range b.ofKind("proxy") {
		running, problem := b.start(ctx, peer, "get", b.upstream)
		if problem == nil {
			kube := servers.NewKube(peer.Name, fmt.Sprintf("http://127.0.0.1:%d", running.port), "")
			problem = measure(peer.Name, kube, running.Pid())
			running.Stop()
		}
		err = errors.Join(err, problem)
	}
	theirs := row.values[b.upstream.name]
	row.target = b.target("ten times the API server's", row.values[ours] >= 10*theirs, !b.options.simulator && theirs > 0)
	row.note = strings.TrimSuffix(row.note, "; ")
	b.report.add(row)
	return err
}

// getter asks one server for objects by name.
type getter struct {
	server *servers.Kube
	paths  []string
	length time.Duration
	spans  *hdrhistogram.Histogram // µs
	bodies [][]byte                // what each path has to be answered with
}

// run gives the requests a second.
func (g *getter) run(ctx context.Context) (float64, error) {
	client := &fasthttp.Client{MaxConnsPerHost: getConnections, TLSConfig: &tls.Config{InsecureSkipVerify: true}}
	defer client.CloseIdleConnections()
	for _, path := range g.paths {
		if err := g.learn(client, path); err != nil {
			return 0, err
		}
	}
	// A third of the time is not counted, so that what is measured has been compiled.
	if _, err := g.load(ctx, client, g.length/3); err != nil {
		return 0, err
	}
	return g.load(ctx, client, g.length)
}

// learn asks once for an object and looks at it well; later answers only have to be the same, byte by byte.
func (g *getter) learn(client *fasthttp.Client, path string) error {
	body, err := g.get(client, path, nil)
	if err != nil {
		return err
	}
	var object struct {
		Kind     string
		Metadata struct{ Namespace, Name string }
	}
	if err := json.Unmarshal(body, &object); err != nil {
		return fmt.Errorf("GET %s: %w", path, err)
	}
	if found := "/api/v1/namespaces/" + object.Metadata.Namespace + "/pods/" + object.Metadata.Name; found != path || object.Kind != "Pod" {
		return fmt.Errorf("GET %s: the answer is %s %s", path, object.Kind, found)
	}
	g.bodies = append(g.bodies, bytes.Clone(body))
	return nil
}

func (g *getter) load(ctx context.Context, client *fasthttp.Client, length time.Duration) (float64, error) {
	var group sync.WaitGroup
	var count atomic.Int64
	problems := make([]error, getConnections)
	spans := make([]*hdrhistogram.Histogram, getConnections)
	started := time.Now()
	for i := range getConnections {
		spans[i] = hdrhistogram.New(1, 60_000_000, 3)
		group.Go(func() {
			buffer := []byte{}
			for n := i; time.Since(started) < length && ctx.Err() == nil; n += 7 {
				at, path := time.Now(), n%len(g.paths)
				body, err := g.get(client, g.paths[path], buffer)
				if err == nil && !bytes.Equal(body, g.bodies[path]) {
					err = fmt.Errorf("GET %s: malformed: %d bytes that differ from the %d before", g.paths[path], len(body), len(g.bodies[path]))
				}
				if err != nil {
					problems[i] = err
					return
				}
				buffer = body[:0]
				spans[i].RecordValue(time.Since(at).Microseconds())
				count.Add(1)
			}
		})
	}
	group.Wait()
	g.spans = spans[0]
	for _, other := range spans[1:] {
		g.spans.Merge(other)
	}
	return float64(count.Load()) / time.Since(started).Seconds(), errors.Join(errors.Join(problems...), ctx.Err())
}

// get gives the body of an answer, in the buffer if it fits.
func (g *getter) get(client *fasthttp.Client, path string, buffer []byte) ([]byte, error) {
	request, response := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
	defer fasthttp.ReleaseRequest(request)
	defer fasthttp.ReleaseResponse(response)
	request.SetRequestURI(g.server.Base + path)
	if g.server.Token != "" {
		request.Header.Set("Authorization", "Bearer "+g.server.Token)
	}
	if err := client.DoTimeout(request, response, 30*time.Second); err != nil {
		return nil, fmt.Errorf("GET %s: %w", path, err)
	}
	if response.StatusCode() != fasthttp.StatusOK {
		return nil, fmt.Errorf("GET %s: %d: %s", path, response.StatusCode(), response.Body())
	}
	return append(buffer, response.Body()...), nil
}
