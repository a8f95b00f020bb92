// Command typed proves that client-go's typed client and its informer factory work against the sidecar as against
// kube-apiserver. KUBE_FEATURE_WatchListClient says whether the informer begins with a watch or with a list.
package main

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/rest"

	"compat/go/steps"
)

func main() {
	steps.Run("configmaps", func(config *rest.Config, namespace string) (steps.Client, error) {
		clients, err := kubernetes.NewForConfig(config)
		if err != nil {
			return nil, err
		}
		return typed{clients, clients.CoreV1().ConfigMaps(namespace), namespace}, nil
	})
}

type typed struct {
	clients   kubernetes.Interface
	maps      typedcorev1.ConfigMapInterface
	namespace string
}

func (t typed) List(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
	return t.maps.List(ctx, options)
}

func (t typed) Get(ctx context.Context, name string) (runtime.Object, error) {
	return t.maps.Get(ctx, name, metav1.GetOptions{})
}

func (t typed) Watch(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	return t.maps.Watch(ctx, options)
}

func (t typed) Inform(ctx context.Context, selector string) (steps.Held, error) {
	factory := informers.NewSharedInformerFactoryWithOptions(t.clients, 0, informers.WithNamespace(t.namespace),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) { options.LabelSelector = selector }))
	return steps.Informed(ctx, factory.Core().V1().ConfigMaps().Informer())
}

func (t typed) Writes() []func(context.Context) error {
	object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "refused"}}
	return []func(context.Context) error{
		func(ctx context.Context) error {
			_, err := t.maps.Create(ctx, object, metav1.CreateOptions{})
			return err
		},
		func(ctx context.Context) error {
			_, err := t.maps.Update(ctx, object, metav1.UpdateOptions{})
			return err
		},
		func(ctx context.Context) error { return t.maps.Delete(ctx, "refused", metav1.DeleteOptions{}) },
	}
}

func (t typed) Value(object runtime.Object) (string, bool) {
	return object.(*corev1.ConfigMap).Data["value"], true
}
