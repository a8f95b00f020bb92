package dev.nearcache.testing;

import dev.nearcache.resource.HeldObjects;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ObjectLayout;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** Objects for tests, made the way real ones are: by the decoder, from JSON. */
public final class Objects {
    private Objects() {}

    /** A pod without labels; its uid follows from namespace and name. */
    public static KubeObject pod(String namespace, String name, long version) {
        return pod(namespace, name, version, Map.of());
    }

    /** A pod with labels; its uid follows from namespace and name. */
    public static KubeObject pod(String namespace, String name, long version, Map<String, String> labels) {
        return pod(namespace, name, version, uid(namespace, name), labels);
    }

    /** A pod with a uid of its own, such as one that was deleted and made again. */
    public static KubeObject pod(String namespace, String name, long version, String uid, Map<String, String> labels) {
        return object(podJson(namespace, name, version, uid, labels));
    }

    /** Any object, everything kept, nothing indexed. */
    public static KubeObject object(String json) {
        return object(ObjectLayout.whole(), json);
    }

    /** Any object, kept and indexed as a layout says. */
    public static KubeObject object(ObjectLayout layout, String json) {
        return decoder(layout).decode(json.getBytes(StandardCharsets.UTF_8));
    }

    /** A decoder that holds nothing and keeps bodies as they are. */
    public static ObjectDecoder decoder(ObjectLayout layout) {
        return new ObjectDecoder(layout, ObjectCodec.none(), HeldObjects.NONE, new byte[] {1, 2, 3});
    }

    /** The pod's JSON as a watch carries it, on node {@code node-1}. */
    public static String podJson(String namespace, String name, long version, String uid, Map<String, String> labels) {
        String members = new TreeMap<>(labels)
                .entrySet().stream()
                        .map(label -> "\"" + label.getKey() + "\":\"" + label.getValue() + "\"")
                        .collect(Collectors.joining(","));
        return """
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"%s","uid":"%s",\
                "resourceVersion":"%d","labels":{%s}},"spec":{"nodeName":"node-1"},"status":{"phase":"Running"}}""".formatted(name, namespace, uid, version, members);
    }

    /** The JSON of a pod of {@link #pod(String, String, long)}. */
    public static String podJson(String namespace, String name, long version) {
        return podJson(namespace, name, version, uid(namespace, name), Map.of());
    }

    /** The canonical JSON of an object as text. */
    public static String json(KubeObject object) {
        return new String(object.body().json(), StandardCharsets.UTF_8);
    }

    private static String uid(String namespace, String name) {
        return UUID.nameUUIDFromBytes((namespace + "/" + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }
}
