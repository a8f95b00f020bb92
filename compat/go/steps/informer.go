package steps

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/tools/cache"
)

// Held gives the objects that an informer holds at the moment.
type Held = func() ([]runtime.Object, error)

// Informed starts a shared informer and waits until it is synced; for the clients whose informers are client-go's.
func Informed(ctx context.Context, informer cache.SharedIndexInformer) (Held, error) {
	go informer.RunWithContext(ctx)
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return nil, fmt.Errorf("the informer is not synced: %w", ctx.Err())
	}
	return func() ([]runtime.Object, error) {
		var held []runtime.Object
		for _, object := range informer.GetStore().List() {
			held = append(held, object.(runtime.Object))
		}
		return held, nil
	}, nil
}

// informer syncs; then all that it could resume from expires while it is cut off, and it has to find the changes anew.
func (p program) informer(ctx context.Context) (string, error) {
	if err := p.create("informer", 10); err != nil {
		return "", err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	held, err := p.client.Inform(ctx, "app=informer")
	if err != nil {
		return "", err
	}
	objects, err := held()
	if err != nil {
		return "", err
	}
	if err := do("expire", "cut", "change?prefix=informer&times=10"); err != nil {
		return "", err
	}
	var expected []string
	for i := range 10 {
		expected = append(expected, fmt.Sprintf("informer-%d %d", i, i+1))
	}
	return fmt.Sprintf("%v, then %v", sorted(objects), expected), p.await(ctx, held, "app=informer", expected)
}

// churn lets the informer be cut off now and then while objects change, and holds it to what was left in the end.
func (p program) churn(ctx context.Context) (string, error) {
	if err := p.create("churn", 20); err != nil {
		return "", err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	held, err := p.client.Inform(ctx, "app=churn")
	if err != nil {
		return "", err
	}
	if err := do("churn?prefix=churn&millis=7000", "cutting?every=2000"); err != nil {
		return "", err
	}
	settled, err := control("settled")
	if err != nil {
		return "", err
	}
	if err := do("cutting?every=0"); err != nil {
		return "", err
	}
	expected := strings.Split(strings.TrimSpace(settled), "\n")
	return fmt.Sprintf("ok %d objects", len(expected)), p.await(ctx, held, "app=churn", expected)
}

// await waits until what is held is as expected, and of the versions that a list has.
func (p program) await(ctx context.Context, held Held, selector string, expected []string) error {
	for {
		wrong := p.differs(ctx, held, selector, expected)
		if wrong == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return wrong
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (p program) differs(ctx context.Context, held Held, selector string, expected []string) error {
	objects, err := held()
	if err != nil {
		return err
	}
	if lines := p.lines(objects, expected); !slices.Equal(lines, expected) {
		return fmt.Errorf("the informer holds\n%v, not\n%v", lines, expected)
	}
	list, err := p.client.List(ctx, metav1.ListOptions{LabelSelector: selector})
	if err != nil {
		return err
	}
	items, err := meta.ExtractList(list)
	if err != nil {
		return err
	}
	if mine, theirs := versions(objects), versions(items); !maps.Equal(mine, theirs) {
		return fmt.Errorf("the informer holds versions %v, a list %v", mine, theirs)
	}
	return nil
}

// lines are the objects as the driver shows them; what the client does not see of them is taken as expected.
func (p program) lines(objects []runtime.Object, expected []string) []string {
	values := map[string]string{}
	for _, line := range expected {
		name, value, _ := strings.Cut(line, " ")
		values[name] = value
	}
	var lines []string
	for _, object := range objects {
		value, ok := p.client.Value(object)
		if !ok {
			value = values[name(object)]
		}
		lines = append(lines, name(object)+" "+value)
	}
	slices.Sort(lines)
	return lines
}

func versions(objects []runtime.Object) map[string]string {
	found := map[string]string{}
	for _, object := range objects {
		if accessor, err := meta.Accessor(object); err == nil {
			found[accessor.GetName()] = accessor.GetResourceVersion()
		}
	}
	return found
}
