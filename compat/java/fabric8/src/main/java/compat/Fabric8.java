package compat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ConfigMapList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.WebSocketUpgradeResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * fabric8 against whichever server KUBECONFIG names: its lists, watches that reconnect by themselves, and its informer.
 *
 * <p>With the argument {@code websocket} it watches as it does by default, by WebSocket, with HTTP as its way out; with
 * {@code http} by HTTP alone. The steps say which of the two it was, so that the way out is not taken unnoticed.
 */
final class Fabric8 implements Reader {
    private final Transports transports = new Transports();
    private final KubernetesClient client;
    private final MixedOperation<ConfigMap, ConfigMapList, Resource<ConfigMap>> configMaps;

    private Fabric8(String mode) {
        Config config = new ConfigBuilder(Config.autoConfigure(null))
                .withOnlyHttpWatches(mode.equals("http"))
                .build();
        client = new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("transports", transports))
                .build();
        configMaps = client.configMaps();
    }

    public static void main(String[] args) {
        Steps.run(new Fabric8(args[0]));
    }

    @Override
    public Page list(Query query) throws Refusal {
        ListOptions options = new ListOptionsBuilder()
                .withLabelSelector(query.label())
                .withFieldSelector(query.field())
                .withLimit(query.limit() == null ? null : query.limit().longValue())
                .withContinue(query.token())
                .build();
        ConfigMapList list = said(() -> configMaps.list(options));
        return new Page(
                list.getItems().stream().map(item -> item.getMetadata().getName()).toList(),
                list.getMetadata().getResourceVersion(),
                list.getMetadata().getRemainingItemCount(),
                list.getMetadata().getContinue());
    }

    /** {@code get} answers null for an object that is not there; a raw request shows what the server said. */
    @Override
    public String get(String name) throws Refusal {
        ConfigMap found = configMaps.withName(name).get();
        if (found == null) {
            return said(() -> client.raw(
                    "/api/v1/namespaces/" + client.getNamespace() + "/configmaps/" + name, "GET", null));
        }
        return found.getMetadata().getName();
    }

    @Override
    public Events watch(String label, String version) throws Refusal {
        Queue queue = new Queue();
        ListOptions options = new ListOptionsBuilder().withLabelSelector(label).withResourceVersion(version).build();
        Watch watch = said(() -> configMaps.watch(options, queue));
        return new Events() {
            @Override
            public String next() throws Refusal {
                return queue.next();
            }

            @Override
            public void close() {
                watch.close();
            }
        };
    }

    @Override
    public Informed inform(String label) {
        var informer = configMaps.withLabelSelector(label).inform();
        return new Informed() {
            @Override
            public Map<String, String> values() {
                return informer.getStore().list().stream().collect(Collectors.toMap(
                        item -> item.getMetadata().getName(), item -> item.getData().get("value")));
            }

            @Override
            public void close() {
                informer.close();
            }
        };
    }

    @Override
    public void create(String name) throws Refusal {
        said(() -> configMaps.resource(named(name)).create());
    }

    @Override
    public void update(String name) throws Refusal {
        said(() -> configMaps.resource(named(name)).update());
    }

    @Override
    public void delete(String name) throws Refusal {
        said(() -> configMaps.withName(name).delete());
    }

    @Override
    public String transport() {
        return transports.seen.toString();
    }

    @Override
    public void close() {
        client.close();
    }

    private static ConfigMap named(String name) {
        return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
    }

    private interface Call<T> {
        T run();
    }

    private static <T> T said(Call<T> call) throws Refusal {
        try {
            return call.run();
        } catch (KubernetesClientException failure) {
            throw refusal(failure);
        }
    }

    private static Refusal refusal(KubernetesClientException failure) {
        Status status = failure.getStatus();
        return status == null
                ? new Refusal(failure.getCode(), "without a status", failure.getMessage(), null)
                : new Refusal(
                        status.getCode(), status.getReason(), status.getMessage(), status.getMetadata().getContinue());
    }

    /** A watch's events, and its end, in order. */
    private static final class Queue implements Watcher<ConfigMap> {
        private record Item(String event, WatcherException end) {}

        private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();

        String next() throws Refusal {
            try {
                Item item = items.poll(30, TimeUnit.SECONDS);
                if (item == null) {
                    throw new IllegalStateException("no event within 30 s");
                }
                if (item.end() != null) {
                    throw refusal(item.end().asClientException());
                }
                return item.event();
            } catch (InterruptedException ended) {
                throw new IllegalStateException(ended);
            }
        }

        @Override
        public void eventReceived(Action action, ConfigMap object) {
            items.add(new Item(action + " " + object.getMetadata().getName(), null));
        }

        @Override
        public void onClose(WatcherException cause) {
            items.add(new Item(null, cause));
        }
    }

    /** How watches were answered. */
    private static final class Transports implements Interceptor {
        private final Set<String> seen = new ConcurrentSkipListSet<>();

        @Override
        public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> body) {
            String query = String.valueOf(request.uri().getQuery());
            if (query.contains("watch=true") && response.code() < 300) {
                seen.add(response instanceof WebSocketUpgradeResponse ? "WebSocket" : "HTTP");
            }
        }
    }
}
