package dev.nearcache.simulator;

import java.util.ArrayList;
import java.util.List;

/** The newest changes, at most a set number, each at a position that it keeps. */
final class Ring {
    private final int capacity;
    private final List<Change> slots = new ArrayList<>();
    private long first;
    private long end;

    Ring(int capacity) {
        this.capacity = Math.max(1, capacity);
    }

    /** The position of the oldest change that is held. */
    long first() {
        return first;
    }

    /** The position of the next change. */
    long end() {
        return end;
    }

    Change get(long position) {
        return slots.get((int) (position % capacity));
    }

    void add(Change change) {
        int slot = (int) (end % capacity);
        if (slot < slots.size()) {
            slots.set(slot, change);
        } else {
            slots.add(change);
        }
        end++;
        first = Math.max(first, end - capacity);
    }

    /** Forgets everything; positions go on. */
    void clear() {
        first = end;
    }

    /** Forgets what happened up to a version. */
    void forget(long version) {
        first = after(version);
    }

    /** The position of the first change above a version, {@link #end} if there is none. */
    long after(long version) {
        long low = first;
        long high = end;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (get(middle).version() <= version) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    List<Change> toList() {
        return from(first);
    }

    /** The changes from a position on, which must not be before {@link #first}. */
    List<Change> from(long start) {
        List<Change> all = new ArrayList<>();
        for (long position = start; position < end; position++) {
            all.add(get(position));
        }
        return all;
    }
}
