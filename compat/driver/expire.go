package main

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"time"
)

const fillers = "compat-filler"

// expire makes all versions before now expired at the program's server, and waits until they are: for watches and, if
// wanted, for continue tokens, which live longer.
func (w *World) expire(tokens bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := map[string]string{}
	for name, resource := range resources {
		version, err := w.server.version(resource, w.namespace)
		if err != nil {
			return err
		}
		before[name] = version
	}
	if err := w.forget(tokens); err != nil {
		return err
	}
	for name, resource := range resources {
		if err := w.awaitExpired(resource, before[name], tokens); err != nil {
			return err
		}
	}
	return nil
}

// forget is compaction at kube-apiserver. The sidecar forgets events when there are enough newer ones, but what a token
// stands for not within five minutes, unless it is restarted.
func (w *World) forget(tokens bool) error {
	switch {
	case w.server == w.lane.upstream:
		return w.lane.compact()
	case tokens:
		return w.lane.restartSidecar()
	default:
		return w.lane.fill(history + 1)
	}
}

func (w *World) awaitExpired(resource Resource, version string, tokens bool) error {
	path := resource.path(w.namespace) + "?resourceVersion=" + version
	for deadline := time.Now().Add(seenTime); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		listed := tokens && w.server.status(path+"&resourceVersionMatch=Exact") != http.StatusGone
		if !listed && w.server.watchExpired(path) {
			return nil
		}
	}
	return fmt.Errorf("version %s of %s has not expired at %s within %v", version, resource.name, w.server.name, seenTime)
}

// compact lets kube-apiserver lose its connection to etcd, which meanwhile writes and compacts: its watches of etcd fail
// when they are resumed, so that kube-apiserver lists anew and has no events from before. (Events as such would stay in
// its memory for at least 75 s.)
func (l *Lane) compact() error {
	etcd := newKube("etcd", "http://"+l.direct, "")
	return l.etcd.apart(func() error {
		var answer struct {
			Header struct {
				Revision string `json:"revision"`
			} `json:"header"`
		}
		for range 3 {
			word := base64.StdEncoding.EncodeToString([]byte(fillers))
			err := etcd.ask("POST", "/v3/kv/put", "application/json", map[string]any{"key": word, "value": word}, &answer)
			if err != nil {
				return err
			}
		}
		return etcd.ask("POST", "/v3/kv/compaction", "application/json",
			map[string]any{"revision": answer.Header.Revision, "physical": true}, nil)
	})
}

// restartSidecar lets the sidecar come back with a list that is newer than all it knew.
func (l *Lane) restartSidecar() error {
	if err := l.fill(1); err != nil {
		return err
	}
	l.sidecarServer.stop()
	return l.launchSidecar()
}

// fill makes so many events of each type.
func (l *Lane) fill(events int) error {
	for _, resource := range resources {
		path := resource.path("default")
		if l.upstream.status(path+"/"+fillers) == 404 {
			if err := l.upstream.create(path, resource.body(fillers, fillers, "0")); err != nil {
				return err
			}
		}
		for range events {
			l.fills++
			value := map[string]any{resource.values: map[string]any{"value": fmt.Sprint(l.fills)}}
			if err := l.upstream.patch(path+"/"+fillers, value); err != nil {
				return err
			}
		}
	}
	return nil
}
