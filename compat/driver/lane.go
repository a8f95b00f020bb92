package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"servers"
)

// history is how many events of a type the sidecar keeps: few, so that versions can be made to expire.
const history = 100

// Lane is a kube-apiserver and a sidecar on it. Programs that run at the same time have a lane each, so that what one
// does to its servers is nobody else's trouble.
type Lane struct {
	folder        string
	upstream      *servers.APIServer
	sidecar       *servers.Sidecar
	process       *servers.Process // the sidecar's
	launchSidecar func() error
	runs, fills   int
}

func startLane(ctx context.Context, root, folder string) (*Lane, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	lane := &Lane{folder: folder}
	var err error
	if lane.upstream, err = servers.StartAPIServer(ctx, root, filepath.Join(folder, "upstream")); err != nil {
		return nil, err
	}
	if err = lane.defineWidgets(); err == nil {
		err = lane.prepareSidecar(ctx, root)
	}
	if err != nil {
		lane.stop()
		return nil, err
	}
	return lane, nil
}

func (l *Lane) defineWidgets() error {
	kube := l.upstream.Kube
	if err := kube.Create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition); err != nil {
		return err
	}
	return l.upstream.Await(func() bool { return kube.Status("/apis/example.com/v1/widgets") == 200 })
}

// prepareSidecar says how a sidecar is launched. Each run on one has a new one: what a run on kube-apiserver does to its
// clients, the sidecar among them, lets them try again after half a minute only.
func (l *Lane) prepareSidecar(ctx context.Context, root string) error {
	var err error
	l.sidecar, err = servers.PrepareSidecar(root, l.folder, l.upstream.Kube, fmt.Sprintf(sidecarSettings, history))
	if err != nil {
		return err
	}
	// It lives for half a minute: the JVM's second compiler would not pay.
	command := l.sidecar.Command("env", "NEARCACHE_JAVA_OPTS=-XX:TieredStopAtLevel=1")
	l.launchSidecar = func() error {
		l.process, err = l.sidecar.Launch(ctx, 100*time.Millisecond, command...)
		return err
	}
	return nil
}

func (l *Lane) stop() {
	if l.process != nil {
		l.process.Stop()
	}
	l.upstream.Stop()
}

// compare runs a client's program against both servers and reports how the two runs went.
func (l *Lane) compare(ctx context.Context, client Client, report *Report) error {
	started := time.Now()
	upstream, err := l.run(ctx, client, l.upstream.Kube)
	if err != nil {
		return fmt.Errorf("%s on %s: %w", client.Name, l.upstream.Kube.Name, err)
	}
	middle := time.Now()
	if err := l.launchSidecar(); err != nil {
		return err
	}
	defer func() { l.process.Stop() }()
	sidecar, err := l.run(ctx, client, l.sidecar.API)
	if err != nil {
		return fmt.Errorf("%s on %s: %w", client.Name, l.sidecar.API.Name, err)
	}
	fmt.Printf("ran %s: %.0f s on kube-apiserver, %.0f s on the sidecar\n", client.Name,
		middle.Sub(started).Seconds(), time.Since(middle).Seconds())
	report.add(client.Name, upstream, sidecar)
	return nil
}

// run runs a program once, in a namespace of its own.
func (l *Lane) run(ctx context.Context, client Client, server *servers.Kube) (Outcome, error) {
	l.runs++
	namespace := fmt.Sprintf("compat-%d", l.runs)
	if err := l.upstream.Kube.Create("/api/v1/namespaces", map[string]any{"metadata": map[string]any{"name": namespace}}); err != nil {
		return Outcome{}, err
	}
	scheme, address, _ := strings.Cut(server.Base, "://")
	proxy, err := servers.StartProxy(address)
	if err != nil {
		return Outcome{}, err
	}
	defer proxy.Stop()
	world := newWorld(l, server, namespace)
	control, err := startControl(world, proxy)
	if err != nil {
		return Outcome{}, err
	}
	defer control.stop()
	return runProgram(ctx, client, control, Target{
		name: server.Name, server: scheme + "://" + proxy.Address(), token: server.Token, certificate: l.certificateOf(server),
		namespace: namespace, readOnly: server == l.sidecar.API, folder: l.folder,
	})
}

func (l *Lane) certificateOf(server *servers.Kube) string {
	if server == l.upstream.Kube {
		return l.upstream.Certificate
	}
	return ""
}

const sidecarSettings = `resources: [{resource: configmaps}, {resource: namespaces}, {resource: widgets.v1.example.com}]
history: {events: %d}
`

var widgetDefinition = json.RawMessage(`{
  "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
  "metadata": {"name": "widgets.example.com"},
  "spec": {
    "group": "example.com", "scope": "Namespaced",
    "names": {"plural": "widgets", "singular": "widget", "kind": "Widget"},
    "versions": [{
      "name": "v1", "served": true, "storage": true,
      "schema": {"openAPIV3Schema": {"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"value": {"type": "string"}}}}}}
    }]
  }
}`)
