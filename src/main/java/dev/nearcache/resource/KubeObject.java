package dev.nearcache.resource;

import java.util.List;
import java.util.Map;

/**
 * One immutable object: its identity, what selectors and indexes need of it, and its JSON as bytes.
 *
 * @param key where it lives
 * @param resourceVersion the version that the API server gave it
 * @param uid {@code metadata.uid}, empty if it has none; a changed uid under one key is another object
 * @param labels {@code metadata.labels}
 * @param indexed the values of each declared index, in the order of {@link ObjectLayout#indexes()}; an index whose path
 *     leads to nothing has no values
 * @param body its JSON
 */
public record KubeObject(
        ObjectKey key,
        ResourceVersion resourceVersion,
        String uid,
        Map<String, String> labels,
        List<List<String>> indexed,
        StoredBody body) {

    public KubeObject {
        labels = Map.copyOf(labels);
        indexed = List.copyOf(indexed);
    }

    /** Whether the other is this object at this version: then nothing about it can differ (a version names a state). */
    public boolean sameVersionAs(KubeObject other) {
        return resourceVersion.equals(other.resourceVersion) && uid.equals(other.uid);
    }

    /** Bodies are not compared by their text, so neither is an object: it is equal to itself alone. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    @Override
    public String toString() {
        return key + "@" + resourceVersion;
    }
}
