package dev.nearcache.delta;

/**
 * What is said of an object (reflector.md 2.1). {@code ReplacedAll} and {@code Bookmark} say something of the whole
 * collection, so they are no deltas here but verbs of {@link DeltaConsumer}.
 */
public enum DeltaType {
    /** The watch reported it new. */
    ADDED,
    /** The watch reported it changed. */
    UPDATED,
    /** It stood in a list. */
    REPLACED,
    /** A resync repeats it. */
    SYNC,
    /** The watch reported its deletion; the object is its final state. */
    DELETED,
    /** A list no longer had it (client-go's {@code DeletedFinalStateUnknown}); the object is the last one known. */
    TOMBSTONE;

    /** Whether the object is gone. */
    public boolean deletes() {
        return this == DELETED || this == TOMBSTONE;
    }
}
