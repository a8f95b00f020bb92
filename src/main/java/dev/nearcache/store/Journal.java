package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes changes to the log with the versions that make each a safe place to resume (design, "every version that a
 * client sees"). Confined to one thread.
 */
final class Journal {
    /** Above every version that an API server issues: where deletions stand in a list's order. */
    private static final ResourceVersion LAST = ResourceVersion.of(-1);

    private final EventLog log;
    private final InstantSource clock;

    Journal(EventLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Writes what one delta of a watch changed. A deletion that nobody saw carries the version before it. */
    void watched(List<Change> changes) {
        for (Change change : changes) {
            log.append(change, change.finalStateUnknown() ? log.version() : version(change), clock.instant());
        }
    }

    /**
     * Writes what a list changed: in the order of versions, then the deletions. These have no version of their own, so
     * each carries the one before it, but the last the list's: whoever has seen that has seen them all.
     *
     * @param differences what each delta changed
     */
    void listed(List<List<Change>> differences, ResourceVersion listVersion) {
        List<List<Change>> ordered = new ArrayList<>(differences);
        ordered.sort(Comparator.comparing(Journal::place));
        for (int i = 0; i < ordered.size(); i++) {
            List<Change> changes = ordered.get(i);
            boolean endsWithDelete = i == ordered.size() - 1 && place(changes).equals(LAST);
            for (Change change : changes) {
                boolean inferred = change.kind() == CacheEvent.Kind.DELETED;
                ResourceVersion before = log.version();
                log.append(
                        change,
                        endsWithDelete ? before.max(listVersion) : inferred ? before : version(change),
                        clock.instant());
            }
        }
        log.raise(listVersion);
    }

    private static ResourceVersion place(List<Change> changes) {
        Change last = changes.get(changes.size() - 1);
        return last.kind() == CacheEvent.Kind.DELETED ? LAST : version(last);
    }

    private static ResourceVersion version(Change change) {
        return change.object().resourceVersion();
    }
}
