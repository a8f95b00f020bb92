package main

import (
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
		version, err := versionOf(w.server, resource, w.namespace)
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
	case w.server == w.lane.upstream.Kube:
		return w.lane.upstream.Compact()
	case tokens:
		return w.lane.restartSidecar()
	default:
		return w.lane.fill(history + 1)
	}
}

func (w *World) awaitExpired(resource Resource, version string, tokens bool) error {
	path := resource.path(w.namespace) + "?resourceVersion=" + version
	for deadline := time.Now().Add(seenTime); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		listed := tokens && w.server.Status(path+"&resourceVersionMatch=Exact") != http.StatusGone
		if !listed && watchExpired(w.server, path) {
			return nil
		}
	}
	return fmt.Errorf("version %s of %s has not expired at %s within %v", version, resource.name, w.server.Name, seenTime)
}

// restartSidecar lets the sidecar come back with a list that is newer than all it knew.
func (l *Lane) restartSidecar() error {
	if err := l.fill(1); err != nil {
		return err
	}
	l.process.Stop()
	return l.launchSidecar()
}

// fill makes so many events of each type.
func (l *Lane) fill(events int) error {
	for _, resource := range resources {
		path := resource.path("default")
		if l.upstream.Kube.Status(path+"/"+fillers) == 404 {
			if err := l.upstream.Kube.Create(path, resource.body(fillers, fillers, "0")); err != nil {
				return err
			}
		}
		for range events {
			l.fills++
			value := map[string]any{resource.values: map[string]any{"value": fmt.Sprint(l.fills)}}
			if err := l.upstream.Kube.Patch(path+"/"+fillers, value); err != nil {
				return err
			}
		}
	}
	return nil
}
