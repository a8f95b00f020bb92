package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"servers"
)

const (
	seenTime  = 30 * time.Second
	churnStep = 25 * time.Millisecond
)

// World is what one run's cluster holds: the only writer of the run's namespace, so it knows what everyone has to see.
type World struct {
	lane      *Lane
	server    *servers.Kube // the server that the program speaks to
	namespace string
	mu        sync.Mutex
	sets      map[string]*set
	churn     sync.WaitGroup
	failed    error // of the churn
}

// set is the objects of a prefix: their values, and how many changes they had.
type set struct {
	resource Resource
	prefix   string
	values   map[string]string
	changes  int
	churned  bool
}

func newWorld(lane *Lane, server *servers.Kube, namespace string) *World {
	return &World{lane: lane, server: server, namespace: namespace, sets: map[string]*set{}}
}

func (w *World) set(prefix string) (*set, error) {
	if found := w.sets[prefix]; found != nil {
		return found, nil
	}
	return nil, fmt.Errorf("nothing was created with prefix %q", prefix)
}

// create makes objects PREFIX-0 and on, and waits until the program's server has them.
func (w *World) create(resource, prefix string, count int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	kind, known := resources[resource]
	if !known {
		return fmt.Errorf("resource must be one of configmaps, widgets, not %q", resource)
	}
	s := &set{resource: kind, prefix: prefix, values: map[string]string{}}
	w.sets[prefix] = s
	for i := range count {
		if err := w.add(s, fmt.Sprintf("%s-%d", prefix, i)); err != nil {
			return err
		}
	}
	return w.seen(s)
}

// change patches the objects one after the other, by their numbers, round and round.
func (w *World) change(prefix string, times int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.set(prefix)
	if err != nil {
		return err
	}
	names := s.names()
	for i := range times {
		if err := w.alter(s, names[i%len(names)]); err != nil {
			return err
		}
	}
	return w.seen(s)
}

func (w *World) delete(prefix string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.set(prefix)
	if err != nil {
		return err
	}
	for _, name := range s.names() {
		if err := w.remove(s, name); err != nil {
			return err
		}
	}
	return w.seen(s)
}

// startChurn changes, creates and deletes in the background: as many operations as fit into the time, whatever they take,
// and always the same ones.
func (w *World) startChurn(prefix string, length time.Duration) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	s, err := w.set(prefix)
	if err != nil {
		return err
	}
	s.churned = true
	w.churn.Go(func() {
		random := rand.New(rand.NewPCG(5, 7))
		ticker := time.NewTicker(churnStep)
		defer ticker.Stop()
		for i := range int(length / churnStep) {
			<-ticker.C
			if err := w.stir(s, random.IntN(10), random.IntN(1<<30), i); err != nil {
				w.failed = err
				return
			}
		}
	})
	return nil
}

func (w *World) stir(s *set, what, which, number int) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	names := s.names()
	switch {
	case what < 2 || len(names) == 0:
		return w.add(s, fmt.Sprintf("%s-new-%d", s.prefix, number))
	case what < 3:
		return w.remove(s, names[which%len(names)])
	default:
		return w.alter(s, names[which%len(names)])
	}
}

// settled waits for the churn's end and says what it left, as sorted lines of names and values.
func (w *World) settled() (string, error) {
	w.churn.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	var lines []string
	for _, s := range w.sets {
		if !s.churned {
			continue
		}
		if err := w.seen(s); err != nil {
			return "", err
		}
		for name, value := range s.values {
			lines = append(lines, name+" "+value+"\n")
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, ""), w.failed
}

func (w *World) add(s *set, name string) error {
	s.values[name] = "0"
	return w.lane.upstream.Kube.Create(s.resource.path(w.namespace), s.resource.body(name, s.prefix, "0"))
}

func (w *World) alter(s *set, name string) error {
	s.changes++
	s.values[name] = fmt.Sprint(s.changes)
	return w.lane.upstream.Kube.Patch(s.resource.path(w.namespace)+"/"+name,
		map[string]any{s.resource.values: map[string]any{"value": s.values[name]}})
}

func (w *World) remove(s *set, name string) error {
	delete(s.values, name)
	return w.lane.upstream.Kube.Delete(s.resource.path(w.namespace) + "/" + name)
}

// seen waits until the program's server shows what was written.
func (w *World) seen(s *set) error {
	var values map[string]string
	var err error
	for deadline := time.Now().Add(seenTime); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if values, err = valuesOf(w.server, s.resource, w.namespace, s.prefix); err == nil && maps.Equal(values, s.values) {
			return nil
		}
	}
	return fmt.Errorf("%s does not show the %d objects of %q within %v; it shows %d, error %v",
		w.server.Name, len(s.values), s.prefix, seenTime, len(values), err)
}

// names are in the order of their numbers: shorter ones first.
func (s *set) names() []string {
	return slices.SortedFunc(maps.Keys(s.values), func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
}
