package dev.nearcache.store;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;
import java.util.Optional;

/** Objects as they were, worked out from a state and the events that led to it. */
public final class PastObjects {
    private PastObjects() {}

    /**
     * All objects at a version, for an exact list: what a reader saw when the collection had that version last. A watch
     * from that version misses nothing after this; of events that share the version it repeats some. Takes time in
     * proportion to the events undone.
     *
     * @return empty if the log no longer goes back so far, or the state has not come so far
     */
    public static Optional<PersistentSortedMap<ObjectKey, KubeObject>> at(
            CacheState state, EventLog log, ResourceVersion version) {
        if (state.resourceVersion().isBefore(version)) {
            return Optional.empty();
        }
        return log.lastAt(version)
                .match(
                        at -> undoneTo(at.position(), state, log),
                        expired -> Optional.empty(),
                        ahead -> Optional.empty());
    }

    private static Optional<PersistentSortedMap<ObjectKey, KubeObject>> undoneTo(
            long position, CacheState state, EventLog log) {
        int count = (int) Math.max(0, state.position() - position);
        return log.read(position, count)
                .match(events -> Optional.of(undone(state.objects(), events.events())), overrun -> Optional.empty());
    }

    private static PersistentSortedMap<ObjectKey, KubeObject> undone(
            PersistentSortedMap<ObjectKey, KubeObject> objects, List<CacheEvent> events) {
        PersistentSortedMap<ObjectKey, KubeObject> past = objects;
        for (int i = events.size() - 1; i >= 0; i--) {
            KubeObject previous = events.get(i).previous();
            past = previous == null ? past.without(events.get(i).object().key()) : past.with(previous.key(), previous);
        }
        return past;
    }
}
