package main

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"servers"
)

// Control is what a program asks for the things that it must not do itself: writes, cuts, expired versions.
type Control struct {
	world    *World
	proxy    *servers.Proxy
	listener net.Listener
	mu       sync.Mutex
	name     string        // of the step that runs
	cutting  chan struct{} // closed to end the cutting, if there is one
}

func startControl(world *World, proxy *servers.Proxy) (*Control, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	c := &Control{world: world, proxy: proxy, listener: listener, name: "none"}
	mux := http.NewServeMux()
	c.handle(mux, "create", func(q url.Values) (string, error) {
		count, err := number(q, "count")
		if err != nil {
			return "", err
		}
		return "", world.create(q.Get("resource"), q.Get("prefix"), count)
	})
	c.handle(mux, "change", func(q url.Values) (string, error) {
		times, err := number(q, "times")
		if err != nil {
			return "", err
		}
		return "", world.change(q.Get("prefix"), times)
	})
	c.handle(mux, "churn", func(q url.Values) (string, error) {
		millis, err := number(q, "millis")
		if err != nil {
			return "", err
		}
		return "", world.startChurn(q.Get("prefix"), time.Duration(millis)*time.Millisecond)
	})
	c.handle(mux, "cutting", func(q url.Values) (string, error) {
		millis, err := number(q, "every")
		if err != nil {
			return "", err
		}
		c.cutEvery(time.Duration(millis) * time.Millisecond)
		return "", nil
	})
	c.handle(mux, "delete", func(q url.Values) (string, error) { return "", world.delete(q.Get("prefix")) })
	c.handle(mux, "settled", func(url.Values) (string, error) { return world.settled() })
	c.handle(mux, "cut", func(url.Values) (string, error) { proxy.Cut(); return "", nil })
	c.handle(mux, "expire", func(url.Values) (string, error) { return "", world.expire(c.step() == "pages") })
	c.handle(mux, "step", func(q url.Values) (string, error) { c.enter(q.Get("name")); return "", nil })
	go http.Serve(listener, mux)
	return c, nil
}

func (c *Control) url() string { return "http://" + c.listener.Addr().String() }

// handle answers POST /name: 200 when it is done, 500 with the reason if it could not be.
func (c *Control) handle(mux *http.ServeMux, name string, act func(url.Values) (string, error)) {
	mux.HandleFunc("POST /"+name, func(response http.ResponseWriter, request *http.Request) {
		text, err := act(request.URL.Query())
		if err != nil {
			http.Error(response, fmt.Sprintf("compat: %s: %v", name, err), http.StatusInternalServerError)
			return
		}
		fmt.Fprint(response, text)
	})
}

func number(q url.Values, name string) (int, error) {
	value, err := strconv.Atoi(q.Get(name))
	if err != nil || value < 0 {
		return 0, fmt.Errorf("%s must be a whole number, 0 or more, not %q", name, q.Get(name))
	}
	return value, nil
}

func (c *Control) enter(step string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.name = step
}

func (c *Control) step() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.name
}

// cutEvery cuts now and then until it is told another span; zero ends it.
func (c *Control) cutEvery(span time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cutting != nil {
		close(c.cutting)
		c.cutting = nil
	}
	if span == 0 {
		return
	}
	ended := make(chan struct{})
	c.cutting = ended
	go func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(span):
				c.proxy.Cut()
			}
		}
	}()
}

func (c *Control) stop() {
	c.cutEvery(0)
	c.listener.Close()
	c.world.churn.Wait()
}
