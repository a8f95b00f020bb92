package dev.nearcache.query;

import dev.nearcache.resource.ResourceVersion;
import java.util.List;

/**
 * What a reader with some selection finds in the log from a position on. Immutable.
 *
 * @param changes what it is shown
 * @param next the position to read from next
 * @param last the highest version among the changes; {@link ResourceVersion#NONE} if there is none
 * @param progress whether the log had more
 */
public record Reading(List<Change> changes, long next, ResourceVersion last, Step.Progress progress) {
    public Reading {
        changes = List.copyOf(changes);
    }

    Step step() {
        return new Step.Changes(changes, progress);
    }
}
