package compat;

import com.google.gson.reflect.TypeToken;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Status;
import io.kubernetes.client.util.Config;
import io.kubernetes.client.util.Watch;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The official Java client against whichever server KUBECONFIG names: the generated API, its Watch, which ends with its
 * connection and is started again from the last version seen, and the SharedInformerFactory.
 */
final class Official implements Reader {
    private final ApiClient client;
    private final CoreV1Api api;

    private Official(ApiClient client) {
        this.client = client;
        this.api = new CoreV1Api(client);
    }

    public static void main(String[] args) throws IOException {
        Steps.run(new Official(Config.defaultClient().setReadTimeout(0)));
    }

    @Override
    public Page list(Query query) throws Refusal {
        V1ConfigMapList list = said(() -> api.listNamespacedConfigMap(Driver.NAMESPACE)
                .labelSelector(query.label())
                .fieldSelector(query.field())
                .limit(query.limit())
                ._continue(query.token())
                .execute());
        return new Page(
                list.getItems().stream().map(item -> item.getMetadata().getName()).toList(),
                list.getMetadata().getResourceVersion(),
                list.getMetadata().getRemainingItemCount(),
                list.getMetadata().getContinue());
    }

    @Override
    public String get(String name) throws Refusal {
        return said(() -> api.readNamespacedConfigMap(name, Driver.NAMESPACE).execute()).getMetadata().getName();
    }

    @Override
    public Events watch(String label, String version) throws Refusal {
        return new Resumed(label, version);
    }

    @Override
    public Informed inform(String label) throws InterruptedException {
        var factory = new SharedInformerFactory(client);
        var informer = factory.sharedIndexInformerFor(
                params -> api.listNamespacedConfigMap(Driver.NAMESPACE)
                        .labelSelector(label)
                        .resourceVersion(params.resourceVersion)
                        .timeoutSeconds(params.timeoutSeconds)
                        .watch(params.watch)
                        .buildCall(null),
                V1ConfigMap.class,
                V1ConfigMapList.class);
        factory.startAllRegisteredInformers();
        while (!informer.hasSynced()) {
            Thread.sleep(20);
        }
        return new Informed() {
            @Override
            public Map<String, String> values() {
                return informer.getIndexer().list().stream().collect(Collectors.toMap(
                        item -> item.getMetadata().getName(), item -> item.getData().get("value")));
            }

            @Override
            public void close() {
                factory.stopAllRegisteredInformers();
            }
        };
    }

    @Override
    public void create(String name) throws Refusal {
        said(() -> api.createNamespacedConfigMap(Driver.NAMESPACE, named(name)).execute());
    }

    @Override
    public void update(String name) throws Refusal {
        said(() -> api.replaceNamespacedConfigMap(name, Driver.NAMESPACE, named(name)).execute());
    }

    @Override
    public void delete(String name) throws Refusal {
        said(() -> api.deleteNamespacedConfigMap(name, Driver.NAMESPACE).execute());
    }

    @Override
    public String transport() {
        return "HTTP";
    }

    @Override
    public void close() {}

    private static V1ConfigMap named(String name) {
        return new V1ConfigMap().metadata(new V1ObjectMeta().name(name));
    }

    private interface Call<T> {
        T run() throws ApiException;
    }

    private static <T> T said(Call<T> call) throws Refusal {
        try {
            return call.run();
        } catch (ApiException failure) {
            if (failure.getResponseBody() == null) {
                throw new IllegalStateException(failure);
            }
            throw refusal(JSON.deserialize(failure.getResponseBody(), V1Status.class));
        }
    }

    private static Refusal refusal(V1Status status) {
        return new Refusal(
                status.getCode(), status.getReason(), status.getMessage(), status.getMetadata().getContinue());
    }

    /** A watch that is started again where it was when its connection broke, as the client's own informer does. */
    private final class Resumed implements Events {
        private final String label;
        private String version;
        private Watch<V1ConfigMap> watch;

        Resumed(String label, String version) throws Refusal {
            this.label = label;
            this.version = version;
            this.watch = start();
        }

        private Watch<V1ConfigMap> start() throws Refusal {
            return said(() -> Watch.createWatch(
                    client,
                    api.listNamespacedConfigMap(Driver.NAMESPACE)
                            .labelSelector(label)
                            .resourceVersion(version)
                            .watch(true)
                            .buildCall(null),
                    new TypeToken<Watch.Response<V1ConfigMap>>() {}.getType()));
        }

        @Override
        public String next() throws Refusal {
            Watch.Response<V1ConfigMap> event = read();
            while (event == null) {
                close();
                watch = start();
                event = read();
            }
            if (event.status != null) {
                throw refusal(event.status);
            }
            version = event.object.getMetadata().getResourceVersion();
            return event.type + " " + event.object.getMetadata().getName();
        }

        /** The next event, or null if the connection ended or broke: which the client tells by a RuntimeException. */
        private Watch.Response<V1ConfigMap> read() {
            try {
                return watch.hasNext() ? watch.next() : null;
            } catch (RuntimeException broken) {
                return null;
            }
        }

        @Override
        public void close() {
            try {
                watch.close();
            } catch (IOException broken) {
                // it is gone all the same
            }
        }
    }
}
