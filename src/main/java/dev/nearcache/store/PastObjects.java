package dev.nearcache.store;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;
import java.util.Optional;

/**
 * Objects as they were, worked out from a state and the events that led to it: each event is undone, a few at a time,
 * since a whole log of them would hold an event loop too long. Confined to one thread.
 */
public final class PastObjects {
    private final List<CacheEvent> events;
    private PersistentSortedMap<ObjectKey, KubeObject> objects;
    private int left;

    private PastObjects(PersistentSortedMap<ObjectKey, KubeObject> objects, List<CacheEvent> events) {
        this.objects = objects;
        this.events = events;
        this.left = events.size();
    }

    /**
     * All objects at a version, for an exact list: what a reader saw when the collection had that version last. A watch
     * from that version misses nothing after this; of events that share the version it repeats some.
     *
     * @return empty if the log no longer goes back so far, or the state has not come so far
     */
    public static Optional<PastObjects> at(CacheState state, EventLog log, ResourceVersion version) {
        if (state.resourceVersion().isBefore(version)) {
            return Optional.empty();
        }
        return log.lastAt(version)
                .match(at -> since(at.position(), state, log), expired -> Optional.empty(), ahead -> Optional.empty());
    }

    private static Optional<PastObjects> since(long position, CacheState state, EventLog log) {
        int count = (int) Math.max(0, state.position() - position);
        return log.read(position, count)
                .match(
                        slice -> Optional.of(new PastObjects(state.objects(), slice.events())),
                        overrun -> Optional.empty());
    }

    /**
     * Undoes the next events.
     *
     * @param max the most to undo, each in about a microsecond
     * @return whether all are undone
     */
    public boolean undo(int max) {
        int until = Math.max(0, left - max);
        while (left > until) {
            CacheEvent event = events.get(--left);
            KubeObject previous = event.previous();
            objects = previous == null ? objects.without(event.object().key()) : objects.with(previous.key(), previous);
        }
        return left == 0;
    }

    /**
     * The objects.
     *
     * @throws IllegalStateException unless all events are undone
     */
    public PersistentSortedMap<ObjectKey, KubeObject> objects() {
        if (left > 0) {
            throw new IllegalStateException(left + " events are not undone yet");
        }
        return objects;
    }
}
