package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// history is how many events of a type the sidecar keeps: few, so that versions can be made to expire.
const history = 100

// Lane is a kube-apiserver and a sidecar on it. Programs that run at the same time have a lane each, so that what one
// does to its servers is nobody else's trouble.
type Lane struct {
	folder, token, certificate string
	upstreamServer             *Server
	sidecarServer              *Server
	launchSidecar              func() error
	etcd                       *Proxy
	direct                     string // etcd's own address
	upstream, sidecar          *Kube
	runs, fills                int
}

func startLane(ctx context.Context, root, folder string) (*Lane, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	lane := &Lane{folder: folder, token: "admin-token"}
	err := lane.startUpstream(ctx, root)
	if err == nil {
		err = lane.prepareSidecar(ctx, root)
	}
	if err != nil {
		lane.stop()
		return nil, err
	}
	return lane, nil
}

func (l *Lane) startUpstream(ctx context.Context, root string) error {
	port, err := freePorts(3)
	if err != nil {
		return err
	}
	l.direct = fmt.Sprintf("127.0.0.1:%d", port+1)
	if l.etcd, err = startProxy(l.direct); err != nil {
		return err
	}
	l.upstream = newKube("kube-apiserver", fmt.Sprintf("https://127.0.0.1:%d", port), l.token)
	folder := filepath.Join(l.folder, "upstream")
	l.upstreamServer, err = startServer(ctx, l.upstream.name, filepath.Join(root, "testbed/bin/apiserver"),
		"-dir", folder, "-port", fmt.Sprint(port), "-etcd", "http://"+l.etcd.address())
	if err != nil {
		return err
	}
	l.certificate = filepath.Join(folder, "certs/apiserver.crt")
	if err := l.upstreamServer.await(func() bool { return l.upstream.status("/readyz") == 200 }); err != nil {
		return err
	}
	if err := l.upstream.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", widgetDefinition); err != nil {
		return err
	}
	return l.upstreamServer.await(func() bool { return l.upstream.status("/apis/example.com/v1/widgets") == 200 })
}

// prepareSidecar says how a sidecar is launched. Each run on one has a new one: what a run on kube-apiserver does to its
// clients, the sidecar among them, lets them try again after half a minute only.
func (l *Lane) prepareSidecar(ctx context.Context, root string) error {
	port, err := freePorts(2)
	if err != nil {
		return err
	}
	token, config := filepath.Join(l.folder, "token"), filepath.Join(l.folder, "nearcache.yaml")
	if err := writeFile(token, "%s", l.token); err != nil {
		return err
	}
	if err := writeFile(config, sidecarConfig, l.upstream.base, token, history, port, port+1); err != nil {
		return err
	}
	l.sidecar = newKube("the sidecar", fmt.Sprintf("http://127.0.0.1:%d", port), "")
	management := newKube("the sidecar's probes", fmt.Sprintf("http://127.0.0.1:%d", port+1), "")
	l.launchSidecar = func() error {
		// It lives for half a minute: the JVM's second compiler would not pay.
		server, err := startServer(ctx, l.sidecar.name, "env", "NEARCACHE_JAVA_OPTS=-XX:TieredStopAtLevel=1",
			filepath.Join(root, "nearcache"), "serve", "--config", config)
		if err != nil {
			return err
		}
		l.sidecarServer = server
		return server.await(func() bool { return management.status("/readyz") == 200 })
	}
	return nil
}

func (l *Lane) stop() {
	for _, server := range []*Server{l.sidecarServer, l.upstreamServer} {
		if server != nil {
			server.stop()
		}
	}
	if l.etcd != nil {
		l.etcd.stop()
	}
}

// compare runs a client's program against both servers and reports how the two runs went.
func (l *Lane) compare(ctx context.Context, client Client, report *Report) error {
	started := time.Now()
	upstream, err := l.run(ctx, client, l.upstream)
	if err != nil {
		return fmt.Errorf("%s on %s: %w", client.Name, l.upstream.name, err)
	}
	middle := time.Now()
	if err := l.launchSidecar(); err != nil {
		return err
	}
	defer func() { l.sidecarServer.stop() }()
	sidecar, err := l.run(ctx, client, l.sidecar)
	if err != nil {
		return fmt.Errorf("%s on %s: %w", client.Name, l.sidecar.name, err)
	}
	fmt.Printf("ran %s: %.0f s on kube-apiserver, %.0f s on the sidecar\n", client.Name,
		middle.Sub(started).Seconds(), time.Since(middle).Seconds())
	report.add(client.Name, upstream, sidecar)
	return nil
}

// run runs a program once, in a namespace of its own.
func (l *Lane) run(ctx context.Context, client Client, server *Kube) (Outcome, error) {
	l.runs++
	namespace := fmt.Sprintf("compat-%d", l.runs)
	if err := l.upstream.create("/api/v1/namespaces", map[string]any{"metadata": map[string]any{"name": namespace}}); err != nil {
		return Outcome{}, err
	}
	scheme, address, _ := strings.Cut(server.base, "://")
	proxy, err := startProxy(address)
	if err != nil {
		return Outcome{}, err
	}
	defer proxy.stop()
	world := newWorld(l, server, namespace)
	control, err := startControl(world, proxy)
	if err != nil {
		return Outcome{}, err
	}
	defer control.stop()
	return runProgram(ctx, client, control, Target{
		name: server.name, server: scheme + "://" + proxy.address(), token: server.token, certificate: l.certificateOf(server),
		namespace: namespace, readOnly: server == l.sidecar, folder: l.folder,
	})
}

func (l *Lane) certificateOf(server *Kube) string {
	if server == l.upstream {
		return l.certificate
	}
	return ""
}

const sidecarConfig = `apiVersion: nearcache/v1
upstream: {server: "%s", tokenFile: "%s", insecureSkipTlsVerify: true}
resources: [{resource: configmaps}, {resource: namespaces}, {resource: widgets.v1.example.com}]
history: {events: %d}
api: {port: %d}
management: {address: 127.0.0.1, port: %d}
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
