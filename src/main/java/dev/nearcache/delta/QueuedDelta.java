package dev.nearcache.delta;

import dev.nearcache.resource.ObjectKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A delta in its two orders: that of arrival, and, linked, that of its key. Confined to the queue's thread. */
final class QueuedDelta implements Arrival {
    private Delta delta;
    private @Nullable QueuedDelta next;

    QueuedDelta(Delta delta) {
        this.delta = delta;
    }

    Delta delta() {
        return delta;
    }

    @Nullable
    QueuedDelta next() {
        return next;
    }

    void link(QueuedDelta newer) {
        next = newer;
    }

    /** Takes over what another delta says, but keeps its place: a list's tombstone stays among the list's deltas. */
    void say(Delta other) {
        delta = new Delta(other.type(), other.object(), delta.arrival());
    }

    /** Deltas leave a key oldest first, so the oldest in the order of arrival is waiting only if it heads its key's run. */
    @Override
    public boolean isWaiting(Map<ObjectKey, DeltaRun> items) {
        DeltaRun run = items.get(delta.object().key());
        return run != null && run.startsWith(this);
    }

    @Override
    public boolean handOver(Map<ObjectKey, DeltaRun> items, DeltaConsumer consumer) {
        ObjectKey key = delta.object().key();
        DeltaRun run = items.get(key);
        if (run == null || !run.startsWith(this)) {
            return false;
        }
        if (next == null) {
            items.remove(key);
        } else {
            run.startAt(next);
        }
        consumer.delta(delta);
        return true;
    }
}
