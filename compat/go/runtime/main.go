// Command runtime proves that controller-runtime works against the sidecar as against kube-apiserver: its client, which
// finds types by discovery and asks for protobuf first, and its cache, which is what every operator reads from.
package main

import (
	"context"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"compat/go/steps"
)

func main() {
	log.SetLogger(logr.Discard())
	steps.Run("configmaps", func(config *rest.Config, namespace string) (steps.Client, error) {
		direct, err := client.NewWithWatch(config, client.Options{})
		if err != nil {
			return nil, err
		}
		return controller{config, direct, namespace}, nil
	})
}

type controller struct {
	config    *rest.Config
	direct    client.WithWatch
	namespace string
}

func (c controller) List(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	list := &corev1.ConfigMapList{}
	return list, c.direct.List(ctx, list, c.options(options))
}

func (c controller) Get(ctx context.Context, name string) (runtime.Object, error) {
	object := &corev1.ConfigMap{}
	return object, c.direct.Get(ctx, client.ObjectKey{Namespace: c.namespace, Name: name}, object)
}

func (c controller) Watch(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	return c.direct.Watch(ctx, &corev1.ConfigMapList{}, c.options(options))
}

func (c controller) options(options metav1.ListOptions) client.ListOption {
	return &client.ListOptions{Namespace: c.namespace, Limit: options.Limit, Continue: options.Continue, Raw: &options}
}

func (c controller) Inform(ctx context.Context, selector string) (steps.Held, error) {
	label, err := labels.Parse(selector)
	if err != nil {
		return nil, err
	}
	informers, err := cache.New(c.config, cache.Options{
		DefaultNamespaces:    map[string]cache.Config{c.namespace: {}},
		DefaultLabelSelector: label,
	})
	if err != nil {
		return nil, err
	}
	go informers.Start(ctx)
	held := func() ([]runtime.Object, error) {
		list := &corev1.ConfigMapList{}
		err := informers.List(ctx, list)
		var objects []runtime.Object
		for i := range list.Items {
			objects = append(objects, &list.Items[i])
		}
		return objects, err
	}
	_, err = held() // the first read starts the informer, and waits until it is synced
	return held, err
}

func (c controller) Writes() []func(context.Context) error {
	object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: c.namespace, Name: "refused"}}
	return []func(context.Context) error{
		func(ctx context.Context) error { return c.direct.Create(ctx, object) },
		func(ctx context.Context) error { return c.direct.Update(ctx, object) },
		func(ctx context.Context) error { return c.direct.Delete(ctx, object) },
	}
}

func (c controller) Value(object runtime.Object) (string, bool) {
	return object.(*corev1.ConfigMap).Data["value"], true
}
