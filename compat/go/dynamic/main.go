// Command dynamic proves that client-go's dynamic client and its informers work against the sidecar as against
// kube-apiserver, on a custom type.
package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/rest"

	"compat/go/steps"
)

var widgets = schema.GroupVersionResource{Group: "example.com", Version: "v1", Resource: "widgets"}

func main() {
	steps.Run("widgets", func(config *rest.Config, namespace string) (steps.Client, error) {
		clients, err := dynamic.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		return untyped{clients, clients.Resource(widgets).Namespace(namespace), namespace}, nil
	})
}

type untyped struct {
	clients   dynamic.Interface
	widgets   dynamic.ResourceInterface
	namespace string
}

func (u untyped) List(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	return u.widgets.List(ctx, options)
}

func (u untyped) Get(ctx context.Context, name string) (runtime.Object, error) {
	return u.widgets.Get(ctx, name, metav1.GetOptions{})
}

func (u untyped) Watch(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	return u.widgets.Watch(ctx, options)
}

func (u untyped) Inform(ctx context.Context, selector string) (steps.Held, error) {
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(u.clients, 0, u.namespace,
		func(options *metav1.ListOptions) { options.LabelSelector = selector })
	return steps.Informed(ctx, factory.ForResource(widgets).Informer())
}

func (u untyped) Writes() []func(context.Context) error {
	object := &unstructured.Unstructured{}
	object.SetAPIVersion("example.com/v1")
	object.SetKind("Widget")
	object.SetName("refused")
	return []func(context.Context) error{
		func(ctx context.Context) error {
			_, err := u.widgets.Create(ctx, object, metav1.CreateOptions{})
			return err
		},
		func(ctx context.Context) error {
			_, err := u.widgets.Update(ctx, object, metav1.UpdateOptions{})
			return err
		},
		func(ctx context.Context) error { return u.widgets.Delete(ctx, "refused", metav1.DeleteOptions{}) },
	}
}

func (u untyped) Value(object runtime.Object) (string, bool) {
	value, _, _ := unstructured.NestedString(object.(*unstructured.Unstructured).Object, "spec", "value")
	return value, true
}
