package dev.nearcache.delta;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The queued deltas of one key, oldest first; never empty. Confined to the queue's thread. */
final class DeltaRun {
    private QueuedDelta first;
    private QueuedDelta last;

    DeltaRun(QueuedDelta only) {
        this.first = only;
        this.last = only;
    }

    /**
     * Adds a delta. The only merging there is: of two deletions in a row one is kept, the older, unless it is a
     * tombstone, which knows less (reflector.md 2.3).
     *
     * @return whether the delta has a place of its own
     */
    boolean append(QueuedDelta added) {
        if (last.delta().type().deletes() && added.delta().type().deletes()) {
            if (last.delta().finalStateUnknown()) {
                last.say(added.delta());
            }
            return false;
        }
        last.link(added);
        last = added;
        return true;
    }

    Delta newest() {
        return last.delta();
    }

    boolean startsWith(QueuedDelta delta) {
        return first == delta;
    }

    void startAt(QueuedDelta delta) {
        first = delta;
    }

    Deltas toDeltas() {
        List<Delta> deltas = new ArrayList<>();
        for (@Nullable QueuedDelta at = first; at != null; at = at.next()) {
            deltas.add(at.delta());
        }
        return new Deltas(deltas);
    }
}
