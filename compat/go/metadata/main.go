// Command metadata proves that client-go's metadata client and its informers, which ask for PartialObjectMetadata, work
// against the sidecar as against kube-apiserver. It sees no values, so that its informer is held to names and versions.
package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"

	"compat/go/steps"
)

var configMaps = schema.GroupVersionResource{Version: "v1", Resource: "configmaps"}

func main() {
	steps.Run("configmaps", func(config *rest.Config, namespace string) (steps.Client, error) {
		clients, err := metadata.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		return partial{clients, clients.Resource(configMaps).Namespace(namespace), namespace}, nil
	})
}

type partial struct {
	clients   metadata.Interface
	maps      metadata.ResourceInterface
	namespace string
}

func (p partial) List(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	return p.maps.List(ctx, options)
}

func (p partial) Get(ctx context.Context, name string) (runtime.Object, error) {
	return p.maps.Get(ctx, name, metav1.GetOptions{})
}

func (p partial) Watch(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	return p.maps.Watch(ctx, options)
}

func (p partial) Inform(ctx context.Context, selector string) (steps.Held, error) {
	factory := metadatainformer.NewFilteredSharedInformerFactory(p.clients, 0, p.namespace,
		func(options *metav1.ListOptions) { options.LabelSelector = selector })
	return steps.Informed(ctx, factory.ForResource(configMaps).Informer())
}

// Writes are those that this client has.
func (p partial) Writes() []func(context.Context) error {
	return []func(context.Context) error{
		func(ctx context.Context) error {
			_, err := p.maps.Patch(ctx, "refused", types.MergePatchType, []byte("{}"), metav1.PatchOptions{})
			return err
		},
		func(ctx context.Context) error { return p.maps.Delete(ctx, "refused", metav1.DeleteOptions{}) },
	}
}

func (p partial) Value(runtime.Object) (string, bool) { return "", false }
