package dev.nearcache.query;

import dev.nearcache.resource.ResourceVersion;
import java.util.function.Function;

/**
 * A watch to open.
 *
 * @param selection which objects
 * @param start where it begins
 */
public record WatchQuery(Selection selection, Start start) {
    /** Where a watch begins (kubernetes-api.md 1.4). */
    public sealed interface Start {
        /** Calls the case that this start is. */
        <R> R match(Function<Snapshot, R> snapshot, Function<After, R> after, Function<Now, R> now);
    }

    /** With the current objects, once this version is reached; then live. */
    public record Snapshot(ResourceVersion notOlderThan, Order order) implements Start {
        @Override
        public <R> R match(Function<Snapshot, R> snapshot, Function<After, R> after, Function<Now, R> now) {
            return snapshot.apply(this);
        }
    }

    /** With what changed after this version. One that lies in the future is silent until it has passed. */
    public record After(ResourceVersion version) implements Start {
        @Override
        public <R> R match(Function<Snapshot, R> snapshot, Function<After, R> after, Function<Now, R> now) {
            return after.apply(this);
        }
    }

    /** With what changes from now on. */
    public record Now() implements Start {
        @Override
        public <R> R match(Function<Snapshot, R> snapshot, Function<After, R> after, Function<Now, R> now) {
            return now.apply(this);
        }
    }

    /** The order of a snapshot. */
    public enum Order {
        /** That of keys: no sorting, but a cut in the middle leaves no place to resume from. */
        KEY,
        /** That of versions: each object's own version is a safe place to resume from. */
        VERSION
    }
}
