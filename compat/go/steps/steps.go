// Package steps holds the steps that every Go client of compat/ takes, over the little that differs between them.
package steps

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
)

// deadline ends a program in which something never happens, before the driver has to.
const deadline = 110 * time.Second

// Client is a Kubernetes client for one resource in one namespace.
type Client interface {
	List(context.Context, metav1.ListOptions) (runtime.Object, error)
	Get(ctx context.Context, name string) (runtime.Object, error)
	Watch(context.Context, metav1.ListOptions) (watch.Interface, error)
	// Inform starts the client's informer on what a label selector takes, and returns when it is synced.
	Inform(ctx context.Context, selector string) (Held, error)
	// Writes are a create, an update and a delete.
	Writes() []func(context.Context) error
	// Value is what changes in an object; ok is false if the client does not see it.
	Value(runtime.Object) (value string, ok bool)
}

type program struct {
	client   Client
	resource string
}

// Run takes all steps with the client, on a resource, and ends the program.
func Run(resource string, connect func(config *rest.Config, namespace string) (Client, error)) {
	ctx, cancel := context.WithTimeout(context.Background(), deadline)
	defer cancel()
	config := &rest.Config{
		Host: os.Getenv("COMPAT_SERVER"), BearerToken: os.Getenv("COMPAT_TOKEN"),
		TLSClientConfig: rest.TLSClientConfig{CAFile: os.Getenv("COMPAT_CA")},
	}
	client, err := connect(config, os.Getenv("COMPAT_NAMESPACE"))
	if err == nil {
		err = program{client, resource}.run(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (p program) run(ctx context.Context) error {
	type step struct {
		name string
		take func(context.Context) (string, error)
	}
	all := []step{
		{"list", p.list}, {"get", p.get}, {"watch", p.watch}, {"resume", p.resume}, {"expiry", p.expiry},
		{"pages", p.pages}, {"informer", p.informer}, {"churn", p.churn},
	}
	if os.Getenv("COMPAT_READONLY") == "1" {
		all = append(all, step{"refused", p.refused})
	}
	for _, step := range all {
		if _, err := control("step?name=%s", step.name); err != nil {
			return err
		}
		text, err := step.take(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Printf("STEP %s %s\n", step.name, text)
	}
	return nil
}

func (p program) create(prefix string, count int) error {
	_, err := control("create?resource=%s&prefix=%s&count=%d", p.resource, prefix, count)
	return err
}

// list takes all of a label, then one by its name.
func (p program) list(ctx context.Context) (string, error) {
	if err := p.create("list", 25); err != nil {
		return "", err
	}
	labelled, _, err := p.names(ctx, metav1.ListOptions{LabelSelector: "app=list"})
	if err != nil {
		return "", err
	}
	named, _, err := p.names(ctx, metav1.ListOptions{FieldSelector: "metadata.name=list-3"})
	return fmt.Sprintf("%d %v, by name %v", len(labelled), labelled, named), err
}

func (p program) get(ctx context.Context) (string, error) {
	object, err := p.client.Get(ctx, "list-3")
	if err != nil {
		return "", err
	}
	_, err = p.client.Get(ctx, "none")
	if err == nil {
		return "", errors.New("an object that is not there was found")
	}
	return p.show(object) + ", none: " + problem(err), do("delete?prefix=list")
}

// names are the sorted names of a list, and its metadata.
func (p program) names(ctx context.Context, options metav1.ListOptions) ([]string, metav1.ListInterface, error) {
	list, err := p.client.List(ctx, options)
	if err != nil {
		return nil, nil, err
	}
	items, err := meta.ExtractList(list)
	if err != nil {
		return nil, nil, err
	}
	metadata, err := meta.ListAccessor(list)
	return sorted(items), metadata, err
}

func sorted(objects []runtime.Object) []string {
	var names []string
	for _, object := range objects {
		names = append(names, name(object))
	}
	slices.Sort(names)
	return names
}

func name(object runtime.Object) string {
	accessor, err := meta.Accessor(object)
	if err != nil {
		return fmt.Sprintf("%T without metadata", object)
	}
	return accessor.GetName()
}

// show is an object's name and, if the client sees it, its value.
func (p program) show(object runtime.Object) string {
	if value, ok := p.client.Value(object); ok {
		return name(object) + "=" + value
	}
	return name(object)
}

// problem shows what the API says of an error: code, reason, message.
func problem(err error) string {
	if status := apierrors.APIStatus(nil); errors.As(err, &status) {
		return strings.TrimSpace(fmt.Sprintf("%d %s %s", status.Status().Code, status.Status().Reason, status.Status().Message))
	}
	return err.Error()
}

// refused writes, which the sidecar lets nobody do.
func (p program) refused(ctx context.Context) (string, error) {
	const expected = "405 MethodNotAllowed"
	for i, write := range p.client.Writes() {
		if said := problem(write(ctx)); !strings.HasPrefix(said, expected) {
			return "", fmt.Errorf("write %d got %q, not %s", i, said, expected)
		}
	}
	return expected, nil
}
