package main

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"sync"
	"time"

	"k8s.io/utils/clock"
)

// moment is one thing that a reflector did.
type moment struct {
	// Kind is "request", "wait" for one of the reflector's backoff, "retry" for one of the REST layer below it.
	Kind  string `json:"kind"`
	Query string `json:"query"`
	// Millis is how long the wait is.
	Millis int64 `json:"millis"`
	// At is when, in milliseconds of virtual time since the start.
	At int64 `json:"at"`
}

// trace is what one reflector did so far, and its clock: time passes only as it is told to. Safe from any goroutine.
type trace struct {
	clock.RealClock
	mu   sync.Mutex
	now  time.Duration
	seen []moment
}

func (t *trace) moments() []moment {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.seen)
}

// requested notes a request and says how many were noted before.
func (t *trace) requested(query string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	number := 0
	for _, m := range t.seen {
		if m.Kind == "request" {
			number++
		}
	}
	t.seen = append(t.seen, moment{Kind: "request", Query: query, At: t.now.Milliseconds()})
	return number
}

func (t *trace) waited(kind string, d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.seen = append(t.seen, moment{Kind: kind, Millis: d.Milliseconds(), At: t.now.Milliseconds()})
	t.now += d
}

func (t *trace) pass(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now += d
}

// Now is the virtual time.
func (t *trace) Now() time.Time {
	t.mu.Lock()
	defer t.mu.Unlock()
	return time.Unix(0, 0).Add(t.now)
}

// Since is by the virtual time.
func (t *trace) Since(start time.Time) time.Duration { return t.Now().Sub(start) }

// The REST layer asks a trace how to wait between its own attempts.

func (t *trace) UpdateBackoffWithContext(context.Context, *url.URL, error, int) {}

func (t *trace) CalculateBackoffWithContext(context.Context, *url.URL) time.Duration { return 0 }

func (t *trace) SleepWithContext(_ context.Context, d time.Duration) {
	if d > 0 {
		t.waited("retry", d)
	}
}

// transport notes each request and sends those that are to be refused to where nobody listens.
type transport struct {
	next    http.RoundTripper
	seen    *trace
	closed  string
	refused []int
}

func newHTTPClient(o order, seen *trace) *http.Client {
	next := &http.Transport{DisableKeepAlives: true, DisableCompression: true}
	return &http.Client{Transport: &transport{next: next, seen: seen, closed: o.Closed, refused: o.Refused}}
}

func (t *transport) RoundTrip(request *http.Request) (*http.Response, error) {
	if slices.Contains(t.refused, t.seen.requested(request.URL.RawQuery)) {
		request = request.Clone(request.Context())
		request.URL.Host = t.closed
	}
	response, err := t.next.RoundTrip(request)
	if err == nil {
		if millis, bad := strconv.ParseInt(response.Header.Get("X-Twin-Lasts"), 10, 64); bad == nil {
			t.seen.pass(time.Duration(millis) * time.Millisecond)
		}
	}
	return response, err
}
