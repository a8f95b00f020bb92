package dev.nearcache.rows;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.RawStream;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The façade over a cache of pods, fed by hand; versions count from 11, and nothing is known of what was before. */
final class Facade implements Side {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final ResourceType NODES =
            new ResourceType("", "v1", "nodes", "node", "Node", "NodeList", false, List.of("no"));

    private final Vertx vertx = Vertx.vertx();
    private final FedResource pods = FedResource.pods();
    private final Map<ObjectKey, Pod> written = new HashMap<>();
    private final int port;
    private long version = 10;

    Facade() {
        FedResource nodes = new FedResource(NODES, ObjectLayout.whole(), FedResource.ROOMY).list(10);
        port = FedApi.start(vertx, pods, nodes).port();
    }

    @Override
    public RawStream open(String method, String target, Map<String, String> headers) {
        try {
            return RawStream.send(method, port, target, headers, LIMIT);
        } catch (IOException broken) {
            throw new UncheckedIOException(target, broken);
        }
    }

    @Override
    public long write(Pod pod) {
        KubeObject object = object(pod, ++version);
        written.put(object.key(), pod);
        if (pods.store().state().synced()) {
            pods.feed(sink -> sink.update(object));
        } else {
            pods.list(version, object);
        }
        return version;
    }

    @Override
    public long delete(String namespace, String name) {
        long at = ++version;
        Pod last = Objects.requireNonNull(written.remove(new ObjectKey(namespace, name)), name);
        pods.feed(sink -> sink.delete(object(last, at)));
        return at;
    }

    @Override
    public long writeElsewhere() {
        pods.feed(sink -> sink.bookmark(ResourceVersion.of(++version)));
        return version;
    }

    /** Nothing was ever known of what was before the first version. */
    @Override
    public void forget() {}

    @Override
    public void close() {
        vertx.close().await();
    }

    private static String uid(String namespace, String name) {
        return namespace + "-" + name;
    }

    private static KubeObject object(Pod pod, long version) {
        String labels = pod.labels().entrySet().stream()
                .map(label -> "\"" + label.getKey() + "\":\"" + label.getValue() + "\"")
                .collect(Collectors.joining(","));
        String spec = pod.node().isEmpty() ? "" : "\"nodeName\":\"" + pod.node() + "\"";
        String nominated = pod.nominated().isEmpty() ? "" : ",\"nominatedNodeName\":\"" + pod.nominated() + "\"";
        return dev.nearcache.testing.Objects.object("""
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"%s","uid":"%s","resourceVersion":"%d",\
                "labels":{%s}},"spec":{%s},"status":{"phase":"Pending"%s}}""".formatted(
                pod.name(), pod.namespace(), uid(pod.namespace(), pod.name()), version, labels, spec, nominated));
    }
}
