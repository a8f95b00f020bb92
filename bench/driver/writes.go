package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"servers"
)

const (
	// mark is the annotation that numbers a change; it holds the run's name and the number.
	mark    = "bench.nearcache.dev/change"
	writers = 16
)

// Writes makes changes to pods at a steady rate and remembers of each when it was sent, when it was acknowledged, and
// what version it got. Its methods may be called from any goroutine.
type Writes struct {
	kube     *servers.Kube
	paths    []string
	run      string
	count    int
	rate     int
	sent     []atomic.Int64 // nanoseconds since the start
	acked    []atomic.Int64
	versions []atomic.Uint64
	started  time.Time
}

// newWrites plans so many changes a second, over a span, to the pods at these paths in turn. A rate of 0 is as fast as the
// server takes them; then count says how many there are.
func newWrites(kube *servers.Kube, paths []string, rate, count int) *Writes {
	transport := kube.HTTP.Transport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = writers
	patient := *kube
	patient.HTTP = &http.Client{Transport: transport, Timeout: 30 * time.Second}
	return &Writes{
		kube: &patient, paths: paths, run: strconv.FormatInt(time.Now().UnixNano(), 36), count: count, rate: rate,
		sent: make([]atomic.Int64, count), acked: make([]atomic.Int64, count), versions: make([]atomic.Uint64, count),
		started: time.Now(),
	}
}

// now is the time on the clock of sentAt and ackedAt.
func (w *Writes) now() int64 { return int64(time.Since(w.started)) }

func (w *Writes) sentAt(number int) int64 { return w.sent[number].Load() }

// ackedAt is 0 until the change is acknowledged.
func (w *Writes) ackedAt(number int) int64 { return w.acked[number].Load() }

func (w *Writes) version(number int) uint64 { return w.versions[number].Load() }

// run makes all changes and returns when the last is acknowledged. Two changes of one pod never overlap as long as there
// are more pods than writers.
func (w *Writes) make(ctx context.Context) error {
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers := make(chan int)
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for number := range numbers {
				if err := w.change(number); err != nil {
					cancel(err)
				}
			}
		})
	}
	w.pace(within, numbers)
	close(numbers)
	group.Wait()
	return context.Cause(within)
}

// pace hands out each number when it is due: late ones at once, so that the rate holds on average.
func (w *Writes) pace(ctx context.Context, numbers chan<- int) {
	started := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for number := range w.count {
		if w.rate > 0 {
			timer.Reset(time.Until(started.Add(time.Duration(number) * time.Second / time.Duration(w.rate))))
			select {
			case <-timer.C:
			case <-ctx.Done():
				return
			}
		}
		select {
		case numbers <- number:
		case <-ctx.Done():
			return
		}
	}
}

func (w *Writes) change(number int) error {
	body := fmt.Sprintf(`{"metadata":{"annotations":{%q:"%s-%d"}}}`, mark, w.run, number)
	request, err := http.NewRequest("PATCH", w.kube.Base+w.paths[number%len(w.paths)], strings.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/merge-patch+json")
	if w.kube.Token != "" {
		request.Header.Set("Authorization", "Bearer "+w.kube.Token)
	}
	w.sent[number].Store(w.now())
	response, err := w.kube.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	w.acked[number].Store(w.now())
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("change %d: %s: %s", number, response.Status, servers.Tail(answer))
	}
	version, found := versionIn(answer)
	if !found {
		return fmt.Errorf("change %d: the answer has no version", number)
	}
	w.versions[number].Store(version)
	return nil
}

// marker is what stands before a change's number in the text of its event.
func (w *Writes) marker() []byte { return []byte(`"` + mark + `":"` + w.run + `-`) }

var versionKey = []byte(`"resourceVersion":"`)

// versionIn finds an object's own version in its JSON: no other stands before it, as metadata comes first and its keys
// are sorted by API servers, versions before annotations and owners.
func versionIn(text []byte) (uint64, bool) {
	_, rest, found := bytes.Cut(text, versionKey)
	if !found {
		return 0, false
	}
	return leadingNumber(rest)
}

// leadingNumber reads the digits at the start, up to a quote.
func leadingNumber(text []byte) (uint64, bool) {
	var value uint64
	for i, c := range text {
		switch {
		case c >= '0' && c <= '9':
			value = value*10 + uint64(c-'0')
		case c == '"' && i > 0:
			return value, true
		default:
			return 0, false
		}
	}
	return 0, false
}
