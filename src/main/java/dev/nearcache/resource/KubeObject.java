package dev.nearcache.resource;

import java.util.List;
import java.util.Map;

/**
 * One object: its identity, what selectors and indexes need of it, and its JSON as bytes. What it says never changes, and
 * may be read on any thread; the form in which its JSON is stored may change, by {@link #renew}.
 *
 * <p>Some hundred thousand of these are held, so what it needs itself is kept small: 40 bytes, and 32 for the uid.
 */
public final class KubeObject {
    private final ObjectKey key;
    private final long resourceVersion;
    private final Uid uid;
    private final Map<String, String> labels;
    private final List<List<String>> indexed;
    private volatile StoredBody body;

    /**
     * An object.
     *
     * @param key where it lives
     * @param resourceVersion the version that the API server gave it
     * @param uid {@code metadata.uid}, empty if it has none; a changed uid under one key is another object
     * @param labels {@code metadata.labels}
     * @param indexed the values of each declared index, in the order of {@link ObjectLayout#indexes()}; an index whose
     *     path leads to nothing has no values
     * @param body its JSON
     */
    public KubeObject(
            ObjectKey key,
            ResourceVersion resourceVersion,
            String uid,
            Map<String, String> labels,
            List<List<String>> indexed,
            StoredBody body) {
        this.key = key;
        this.resourceVersion = resourceVersion.value();
        this.uid = Uid.of(uid);
        this.labels = Map.copyOf(labels);
        this.indexed = List.copyOf(indexed);
        this.body = body;
    }

    /** Where it lives. */
    public ObjectKey key() {
        return key;
    }

    /** The version that the API server gave it. */
    public ResourceVersion resourceVersion() {
        return ResourceVersion.of(resourceVersion);
    }

    /** {@code metadata.uid}, empty if it has none. */
    public String uid() {
        return uid.toString();
    }

    /** {@code metadata.labels}. */
    public Map<String, String> labels() {
        return labels;
    }

    /** The values of each declared index. */
    public List<List<String>> indexed() {
        return indexed;
    }

    /** Its JSON. */
    public StoredBody body() {
        return body;
    }

    /**
     * Stores its JSON in the codec's present form. Readers find the one or the other, which say the same. Only on the
     * codec's thread, and only by whoever counts what is stored.
     *
     * @return the bytes that this saves; negative if it now takes more
     */
    public int renew(ObjectCodec codec) {
        StoredBody before = body;
        StoredBody now = codec.renewed(before);
        if (now != before) {
            body = now;
        }
        return before.storedLength() - now.storedLength();
    }

    /** Whether the other is the same object, at whatever version: one without a uid may be any object under its key. */
    public boolean sameObjectAs(KubeObject other) {
        return uid.equals(other.uid) || uid.isNone() || other.uid.isNone();
    }

    /** Whether the other is this object in this state; at once where both are one instance, as the decoder sees to. */
    public boolean sameStateAs(KubeObject other) {
        return equals(other)
                || (resourceVersion == other.resourceVersion
                        && uid.equals(other.uid)
                        && body.isText(other.body.json(), other.body.jsonLength()));
    }

    /**
     * Whether this is what it says. A version names a state, but not across a restore of etcd, which gives the versions
     * after it a second time: so the text, of which the uid is a part, has the last word.
     *
     * @param length of the canonical JSON, at the beginning of the array
     */
    boolean isState(long version, byte[] json, int length) {
        return resourceVersion == version && body.isText(json, length);
    }

    @Override
    public String toString() {
        return key + "@" + resourceVersion();
    }
}
