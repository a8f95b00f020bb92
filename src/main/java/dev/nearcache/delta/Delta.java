package dev.nearcache.delta;

import dev.nearcache.resource.KubeObject;

/**
 * One thing said of one object.
 *
 * @param arrival its number in the order in which the queue was told; unique in one queue
 */
public record Delta(DeltaType type, KubeObject object, long arrival) {
    /** Whether the object is only the last one known before a deletion that was not seen. */
    public boolean finalStateUnknown() {
        return type == DeltaType.TOMBSTONE;
    }

    @Override
    public String toString() {
        return type + " " + object;
    }
}
