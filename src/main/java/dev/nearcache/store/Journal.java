package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;
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
                    log.append(change, version(change), clock.instant());
                } else if (changes.hasNext() || !differences.isEmpty()) {
                    log.appendInferred(change, clock.instant());
                } else {
                    log.append(change, log.version().max(listVersion), clock.instant());
                }
            }
        }
        if (differences.isEmpty()) {
            log.raise(listVersion);
        }
    }

    private static ResourceVersion version(Change change) {
        return change.object().resourceVersion();
    }
}
