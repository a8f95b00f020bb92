package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;
import java.util.List;

/**
 * What one delta of a list changed. Differences order as they enter the log: by the version of the object that there is
 * now, then the deletions, else as they came.
 *
 * @param changes one, or two that belong together
 * @param number in the order of coming
 */
record Difference(List<Change> changes, int number) implements Comparable<Difference> {
    @Override
    public int compareTo(Difference other) {
        int compared = Boolean.compare(isDeletion(), other.isDeletion());
        if (compared == 0 && !isDeletion()) {
            compared = version().compareTo(other.version());
        }
        return compared == 0 ? Integer.compare(number, other.number) : compared;
    }

    private boolean isDeletion() {
        return outcome().kind() == CacheEvent.Kind.DELETED;
    }

    private ResourceVersion version() {
        return outcome().object().resourceVersion();
    }

    private Change outcome() {
        return changes.get(changes.size() - 1);
    }
}
