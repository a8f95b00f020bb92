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

    /** Whether the other is the same object, at whatever version: one without a uid may be any object under its key. */
    public boolean sameObjectAs(KubeObject other) {
        return uid.equals(other.uid) || uid.isEmpty() || other.uid.isEmpty();
    }

    /** Whether the other is this object in this state; at once where both are one instance, as the decoder sees to. */
    public boolean sameStateAs(KubeObject other) {
        return equals(other) || isState(other.resourceVersion, other.uid, other.body.json(), other.body.jsonLength());
    }

    /**
     * Whether this is what it says. A version names a state, but not across a restore of etcd, which gives the versions
     * after it a second time: so the text has the last word.
     *
     * @param length of the canonical JSON, at the beginning of the array
     */
    boolean isState(ResourceVersion version, String ofUid, byte[] json, int length) {
        return resourceVersion.equals(version) && uid.equals(ofUid) && body.isText(json, length);
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
