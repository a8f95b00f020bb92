package dev.nearcache.soak;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How many relists of a type were counted before each change: a change can have been merged only by a list that came
 * after it. Confined to one thread.
 */
final class Relists {
    /** By version, how many were counted when nothing newer had happened. */
    private final TreeMap<Long, Long> before = new TreeMap<>();

    private long count;

    /** Whatever is newer than a version comes after all that were counted so far. */
    void reached(long version) {
        before.put(version, count);
    }

    /** How many there were by now. */
    void counted(long relists) {
        count = relists;
    }

    /**
     * Whether the sidecar may have listed again since a change. Versions of another epoch, which may have come later, say
     * nothing of it.
     */
    boolean since(long version) {
        Map.@Nullable Entry<Long, Long> earlier = before.lowerEntry(version);
        return earlier == null || version - earlier.getKey() > Spans.EPOCH || earlier.getValue() != count;
    }
}
