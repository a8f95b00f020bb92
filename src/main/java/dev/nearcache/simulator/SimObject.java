package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;

/**
 * One object at one version. Immutable, from any thread.
 *
 * @param type its type
 * @param namespace its namespace, empty at cluster scope
 * @param name its name
 * @param uid its uid
 * @param version its resourceVersion
 * @param body its JSON, without kind and apiVersion
 */
public record SimObject(SimType type, String namespace, String name, String uid, long version, Body body) {

    /** The JSON of an object, kept or made when asked. */
    @FunctionalInterface
    public interface Body {
        /** Compact JSON that begins with <code>{"metadata":</code>; not to be changed. */
        byte[] json();
    }

    /** What is no object. */
    static SimObject withoutMetadata(SimType type) {
        byte[] json = "{\"metadata\":null}".getBytes(StandardCharsets.UTF_8);
        return new SimObject(type, "", "", "", 0, () -> json);
    }

    /** The storage key, by whose bytes the API server sorts (kubernetes-api.md 2.1). */
    public String key() {
        return key(namespace, name);
    }

    static String key(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    /** The whole object as a GET answers it. */
    public String json() {
        return type.objectHead() + new String(body.json(), StandardCharsets.UTF_8).substring(1);
    }

    ObjectNode tree() {
        return Json.object(body.json());
    }

    /** The same object of another definition of its type. */
    SimObject as(SimType other) {
        return new SimObject(other, namespace, name, uid, version, body);
    }

    /** The same object under the version of a later event, as a DELETED event shows it (kubernetes-api.md 3.2). */
    SimObject at(long later) {
        return new SimObject(type, namespace, name, uid, later, () -> {
            ObjectNode tree = tree();
            ((ObjectNode) tree.path("metadata")).put("resourceVersion", Long.toString(later));
            return Json.bytes(tree);
        });
    }
}
