package dev.nearcache.store;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import org.jspecify.annotations.Nullable;

/**
 * A change that was applied to a cache. Immutable.
 *
 * @param position its place in the log; with {@code position + 1} events applied, this was the last
 * @param kind what happened
 * @param object the object after the change; of a delete, its final state, or the last one known
 * @param previous the object before the change; null only for {@link Kind#ADDED}
 * @param version the version that the event carries on the wire: the object's own, but of a delete that was only
 *     inferred, that of the event before it, and of the last one that a list made known, the list's
 * @param reached the version of the collection once this event is applied
 * @param resumable whether {@link EventLog#resumeAfter} of {@code reached} starts right behind this event. False for
 *     those that repeat the version reached before them: a resume starts at the first of these, so an SSE id on a later
 *     one would only repeat more
 * @param finalStateUnknown the object was found missing; its deletion was not seen
 */
public record CacheEvent(
        long position,
        Kind kind,
        KubeObject object,
        @Nullable KubeObject previous,
        ResourceVersion version,
        ResourceVersion reached,
        boolean resumable,
        boolean finalStateUnknown) {

    /** What happened. */
    public enum Kind {
        /** The key had no object before. */
        ADDED,
        /** The object was changed. */
        MODIFIED,
        /** The key has no object any more. */
        DELETED,
        /** A periodic resync repeats the object; nothing changed. */
        SYNC
    }

    /** Bytes, as stored, of the bodies that left the current state with this event: only the log keeps them alive. */
    long retiredBytes() {
        KubeObject before = previous;
        if (before == null || kind == Kind.SYNC) {
            return 0;
        }
        int retired = before.body().storedLength();
        return kind == Kind.DELETED && !object.equals(before)
                ? retired + object.body().storedLength()
                : retired;
    }
}
