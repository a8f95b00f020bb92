package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One change as somebody saw it: a watch client, or the simulator that made it.
 *
 * @param type ADDED, MODIFIED or DELETED
 * @param key namespace/name
 * @param version the object's resourceVersion
 */
public record Seen(String type, String key, long version) {
    /** The change that a Kubernetes watch event reports. */
    public static Seen of(JsonNode event) {
        JsonNode metadata = event.path("object").path("metadata");
        String namespace = metadata.path("namespace").asText();
        String name = metadata.path("name").asText();
        return new Seen(
                event.path("type").asText(),
                namespace.isEmpty() ? name : namespace + "/" + name,
                metadata.path("resourceVersion").asLong());
    }
}
