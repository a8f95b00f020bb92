package dev.nearcache.simulator;

import org.jspecify.annotations.Nullable;

/**
 * A change that was applied.
 *
 * @param kind what happened
 * @param object the state after it; for a delete, the last state under the version of the delete
 * @param previous the state before it, null for an add
 * @param telling whether open watches get to know
 */
public record Change(Kind kind, SimObject object, @Nullable SimObject previous, Telling telling) {
    /** What happened; the names are the watch's. */
    public enum Kind {
        /** Created. */
        ADDED,
        /** Changed. */
        MODIFIED,
        /** Deleted. */
        DELETED
    }

    /** Whether watches get to know of a change. */
    public enum Telling {
        /** As a server should. */
        TOLD,
        /** Only lists show it, as when an event was lost (LW-10). */
        SILENT
    }

    /** The version at which it happened. */
    public long version() {
        return object.version();
    }

    /** The state after it, null after a delete. */
    @Nullable
    SimObject after() {
        return kind == Kind.DELETED ? null : object;
    }
}
