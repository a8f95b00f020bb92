package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"
	"unsafe"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

// limit is how long a run may take in real time before it counts as one that never ends.
const limit = 40 * time.Second

// quickening is how much shorter a wait is in real time than in the reflector's.
const quickening = 1000

func run(o order) report {
	seen := &trace{}
	state := cache.NewStore(cache.DeletionHandlingMetaNamespaceKeyFunc)
	queue := newQueue(o.Queue, state)
	reflector := newReflector(o, seen, queue)
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	if o.Start == "stopped" {
		stop()
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		reflector.RunWithContext(ctx)
	}()
	applied := make(chan error, 1)
	go func() { applied <- apply(queue, state) }()
	problem := await(ended, func() bool { return reflector.LastSyncResourceVersion() == o.Until })
	moments := seen.moments() // what the reflector does when it is stopped is no part of it
	stop()
	<-ended
	queue.Close()
	if err := <-applied; err != nil {
		problem = err.Error()
	}
	return report{ID: o.ID, Trace: moments, Store: contents(state), Error: problem}
}

// await says why the run did not come to its end, if it did not.
func await(ended <-chan struct{}, settled func() bool) string {
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	late := time.After(limit)
	for !settled() {
		select {
		case <-ended:
			return ""
		case <-late:
			return fmt.Sprintf("not settled within %s", limit)
		case <-look.C:
		}
	}
	return ""
}

// newReflector makes one with the backoff that client-go has by default, but for the jitter.
func newReflector(o order, seen *trace, queue cache.Queue) *cache.Reflector {
	pods := &unstructured.Unstructured{}
	pods.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "Pod"})
	backoff := wait.Backoff{Duration: 800 * time.Millisecond, Cap: 30 * time.Second, Steps: 38, Factor: 2}
	r := cache.NewReflectorWithOptions(newSource(o, seen), pods, queue, cache.ReflectorOptions{Name: o.ID, Clock: seen, Backoff: &backoff})
	tap(r, seen)
	return r
}

// tap notes what the reflector's backoff says, and makes the wait shorter; nothing that is exported shows it.
func tap(r *cache.Reflector, seen *trace) {
	field := reflect.ValueOf(r).Elem().FieldByName("delayHandler")
	handler := (*wait.DelayFunc)(unsafe.Pointer(field.UnsafeAddr()))
	next := *handler
	*handler = func() time.Duration {
		d := next()
		seen.waited("wait", d)
		return d / quickening
	}
}

// source lists and watches pods as the dynamic client does.
type source struct {
	client    *rest.RESTClient
	seen      *trace
	watchList bool
}

func newSource(o order, seen *trace) *source {
	config := dynamic.ConfigFor(&rest.Config{Host: o.Server, QPS: -1, WarningHandler: rest.NoWarnings{}})
	config.GroupVersion = nil
	config.APIPath = "/unused"
	client, err := rest.UnversionedRESTClientForConfigAndClient(config, newHTTPClient(o, seen))
	if err != nil {
		panic(err)
	}
	return &source{client: client, seen: seen, watchList: o.WatchList}
}

// IsWatchListSemanticsUnSupported is how a reflector is told to list plainly.
func (s *source) IsWatchListSemanticsUnSupported() bool { return !s.watchList }

func (s *source) List(options metav1.ListOptions) (runtime.Object, error) {
	return s.ListWithContext(context.Background(), options)
}

func (s *source) Watch(options metav1.ListOptions) (watch.Interface, error) {
	return s.WatchWithContext(context.Background(), options)
}

// ListWithContext leaves the REST layer's own retries out: they are no part of the reflector.
func (s *source) ListWithContext(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	list := &unstructured.UnstructuredList{}
	if err := s.request(options).MaxRetries(0).Do(ctx).Into(list); err != nil {
		return nil, err
	}
	return list, nil
}

// WatchWithContext keeps the REST layer's retries where it watches only, since there they decide what a reflector sees
// of a connection that breaks: a watch that lasted for a while, or one that ended at once.
func (s *source) WatchWithContext(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	options.Watch = true
	request := s.request(options)
	if options.SendInitialEvents != nil {
		request.MaxRetries(0)
	}
	return request.BackOffWithContext(s.seen).Watch(ctx)
}

func (s *source) request(options metav1.ListOptions) *rest.Request {
	return s.client.Get().AbsPath("api/v1/pods").
		SpecificallyVersionedParams(&options, scheme.ParameterCodec, schema.GroupVersion{Version: "v1"})
}

func newQueue(kind string, state cache.Store) cache.Queue {
	switch kind {
	case "delta":
		return cache.NewDeltaFIFOWithOptions(cache.DeltaFIFOOptions{
			KeyFunction: cache.MetaNamespaceKeyFunc, KnownObjects: state, EmitDeltaTypeReplaced: true})
	case "ordered":
		return cache.NewRealFIFOWithOptions(cache.RealFIFOOptions{
			KeyFunction: cache.MetaNamespaceKeyFunc, AtomicEvents: true, UnlockWhileProcessing: true, EmitDeltaTypeBookmark: true})
	}
	panic("twin: queue is delta or ordered, not " + kind)
}

// apply takes what the queue holds to the store, until the queue is closed and empty.
func apply(queue cache.Queue, state cache.Store) error {
	for {
		_, err := queue.Pop(func(popped any, initial bool) error {
			for _, delta := range popped.(cache.Deltas) {
				if err := applyOne(delta, state); err != nil {
					return err
				}
			}
			return nil
		})
		if errors.Is(err, cache.ErrFIFOClosed) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func applyOne(delta cache.Delta, state cache.Store) error {
	switch delta.Type {
	case cache.ReplacedAll:
		info := delta.Object.(cache.ReplacedAllInfo)
		return state.Replace(info.Objects, info.ResourceVersion)
	case cache.Deleted:
		return state.Delete(delta.Object)
	case cache.Added, cache.Updated, cache.Replaced, cache.Sync:
		return state.Update(delta.Object)
	case cache.Bookmark, cache.SyncAll:
		return nil
	}
	return fmt.Errorf("unknown delta %q", delta.Type)
}

func contents(state cache.Store) map[string]string {
	held := map[string]string{}
	for _, key := range state.ListKeys() {
		object, _, _ := state.GetByKey(key)
		pod := object.(metav1.Object)
		held[key] = string(pod.GetUID()) + " " + pod.GetResourceVersion()
	}
	return held
}
