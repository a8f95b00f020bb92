package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.LogEntry.Timing;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;

/**
 * Writes changes to the log with the versions that make each a safe place to resume (design, "every version that a
 * client sees"). Confined to one thread.
 */
final class Journal {
    private final EventLog log;
    private final InstantSource clock;
    private Place place = Place.BEFORE_LIST;

    /** Where the next of a list's changes stands. */
    private enum Place {
        BEFORE_LIST,
        IN_LIST
    }

    Journal(EventLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Writes what one delta of a watch changed. A deletion that nobody saw carries the version before it. */
    void watched(List<Change> changes) {
        for (Change change : changes) {
            if (change.finalStateUnknown()) {
                log.appendInferred(change, clock.instant());
            } else {
                log.append(change, version(change), clock.instant());
            }
        }
    }

    /**
     * Writes the next of what a list changed. Deletions have no version of their own, so each carries the one before it,
     * but the last, if it ends the list, the list's: whoever has seen that has seen them all.
     *
     * @param max the most to take
     */
    void listed(Queue<Difference> differences, ResourceVersion listVersion, int max) {
        for (int i = 0; i < max && !differences.isEmpty(); i++) {
            Iterator<Change> changes = differences.remove().changes().iterator();
            while (changes.hasNext()) {
                Change change = changes.next();
                if (change.kind() != CacheEvent.Kind.DELETED) {
                    tell(change, version(change), Timing.KNOWN);
                } else if (changes.hasNext() || !differences.isEmpty()) {
                    tell(change, log.version(), Timing.INFERRED);
                } else {
                    tell(change, log.version().max(listVersion), Timing.KNOWN);
                }
            }
        }
        if (differences.isEmpty()) {
            place = Place.BEFORE_LIST;
            log.raise(listVersion);
        }
    }

    /** @param first what is known of it if it is the first of its list */
    private void tell(Change change, ResourceVersion version, Timing first) {
        Timing timing = switch (place) {
            case BEFORE_LIST -> first;
            case IN_LIST -> Timing.JOINED;
        };
        log.append(change, version, clock.instant(), timing);
        place = Place.IN_LIST;
    }

    private static ResourceVersion version(Change change) {
        return change.object().resourceVersion();
    }
}
