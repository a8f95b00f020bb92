package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.LogEntry.Timing;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The extent of an {@link EventLog} at one moment. Its numbers never change; the ring's slots may be overwritten later,
 * but only after a window with a higher floor was published, so whoever misses an entry and looks again sees that floor.
 *
 * @param floorReached what had been reached at the floor
 * @param evicted the highest version seen before the events that are held; {@link ResourceVersion#NONE} if none was dropped
 * @param last the highest version seen
 * @param abandoned the highest version seen before the collection went back to a lower one, as after a restore of etcd;
 *     {@link ResourceVersion#NONE} if it never did
 */
record LogWindow(
        AtomicReferenceArray<LogEntry> ring,
        long floor,
        long end,
        ResourceVersion floorReached,
        ResourceVersion evicted,
        ResourceVersion last,
        ResourceVersion abandoned) {

    static LogWindow startingAt(long position, ResourceVersion version, ResourceVersion abandoned) {
        return new LogWindow(
                new AtomicReferenceArray<>(1), position, position, version, ResourceVersion.NONE, version, abandoned);
    }

    int size() {
        return (int) (end - floor);
    }

    boolean isFull() {
        return size() == ring.length();
    }

    /** The entry at a position from the floor to the end; null if it was overtaken meanwhile. */
    @Nullable
    LogEntry entry(long position) {
        LogEntry entry = ring.getAcquire(slot(position));
        return entry == null || entry.event().position() != position ? null : entry;
    }

    /** With one more event. There is room for it. */
    LogWindow append(LogEntry entry, ResourceVersion reached) {
        ring.setRelease(slot(end), entry);
        return new LogWindow(ring, floor, end + 1, floorReached, evicted, reached, abandoned);
    }

    LogWindow raised(ResourceVersion version) {
        return new LogWindow(ring, floor, end, floorReached, evicted, version, abandoned);
    }

    /** Without the events before a position above the floor. The slots are not touched yet. */
    LogWindow startingFrom(long position) {
        return new LogWindow(ring, position, end, reached(position), lastAt(position - 1), last, abandoned);
    }

    /** The same events in a ring of another capacity, at least {@link #size()}. */
    LogWindow withCapacity(int capacity) {
        AtomicReferenceArray<LogEntry> copy = new AtomicReferenceArray<>(capacity);
        for (long position = floor; position < end; position++) {
            copy.set((int) (position % capacity), entry(position));
        }
        return new LogWindow(copy, floor, end, floorReached, evicted, last, abandoned);
    }

    /** Lets go of the slots from this window's floor to another's. */
    void clearUpTo(long position) {
        for (long cleared = floor; cleared < position; cleared++) {
            ring.setRelease(slot(cleared), null);
        }
    }

    /** The answer of {@link EventLog#resumeAfter}. It holds if no event was overtaken while it was sought. */
    Resume resumeAfter(ResourceVersion version) {
        if (last.isBefore(version)) {
            return beyond(version);
        }
        long at = firstAt(version);
        ResourceVersion seen = version;
        if (version.isBefore(reached(at))) {
            if (at == floor) {
                return new Resume.Expired(floorVersion());
            }
            seen = lastAt(at - 1);
            at = firstAt(seen);
        }
        return evicted.isBefore(seen) ? new Resume.At(at) : new Resume.Expired(floorVersion());
    }

    /** The answer of {@link EventLog#lastAt}. It holds if no event was overtaken while it was sought. */
    Resume lastPositionAt(ResourceVersion version) {
        if (last.isBefore(version)) {
            return beyond(version);
        }
        if (version.isBefore(floorReached)) {
            return new Resume.Expired(floorVersion());
        }
        long low = floor;
        long high = end;
        while (low < high) {
            long middle = (low + high + 1) >>> 1;
            if (version.isBefore(reached(middle))) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        long first = firstAt(version);
        while (low > first && (isOf(Timing.INFERRED, low - 1) || isOf(Timing.JOINED, low))) {
            low--;
        }
        return isOf(Timing.JOINED, low) ? new Resume.Expired(floorVersion()) : new Resume.At(low);
    }

    /** A version of a history that was abandoned does not come again, so nobody is to wait for it. */
    private Resume beyond(ResourceVersion version) {
        return abandoned.isBefore(version) ? new Resume.Ahead(last) : new Resume.Expired(floorVersion());
    }

    private boolean isOf(Timing timing, long position) {
        LogEntry entry = position < end ? entry(position) : null;
        return entry != null && entry.timing() == timing;
    }

    /** The lowest version to resume from, among those seen. Only when all that is held shares one version, there is none. */
    ResourceVersion floorVersion() {
        if (!evicted.isBefore(last)) {
            return last;
        }
        long at = firstAt(ResourceVersion.of(evicted.value() + 1));
        ResourceVersion reached = reached(at);
        return evicted.isBefore(reached) ? reached : lastAt(at);
    }

    /** The first position at which a version, at most the last, had been seen. */
    private long firstAt(ResourceVersion version) {
        long low = floor;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (lastAt(middle).isBefore(version)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private ResourceVersion lastAt(long position) {
        if (position == end) {
            return last;
        }
        LogEntry entry = entry(position);
        return entry == null ? ResourceVersion.NONE : entry.lastBefore();
    }

    private ResourceVersion reached(long position) {
        if (position == floor) {
            return floorReached;
        }
        LogEntry entry = entry(position - 1);
        return entry == null ? ResourceVersion.NONE : entry.event().reached();
    }

    private int slot(long position) {
        return (int) (position % ring.length());
    }
}
