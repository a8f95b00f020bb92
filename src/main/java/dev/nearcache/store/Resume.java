package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;
import java.util.function.Function;

/** Where a watcher that has seen everything up to a version goes on. */
public sealed interface Resume {
    /** Calls the case that this answer is. */
    <R> R match(Function<At, R> at, Function<Expired, R> expired, Function<Ahead, R> ahead);

    /** From this position of the log on, it misses nothing. */
    record At(long position) implements Resume {
        @Override
        public <R> R match(Function<At, R> at, Function<Expired, R> expired, Function<Ahead, R> ahead) {
            return at.apply(this);
        }
    }

    /** Events after that version are no longer held; the lowest version to resume from is this one. */
    record Expired(ResourceVersion floorVersion) implements Resume {
        @Override
        public <R> R match(Function<At, R> at, Function<Expired, R> expired, Function<Ahead, R> ahead) {
            return expired.apply(this);
        }
    }

    /** That version has not been reached yet, nor ever was in a history that was abandoned; this one has. */
    record Ahead(ResourceVersion current) implements Resume {
        @Override
        public <R> R match(Function<At, R> at, Function<Expired, R> expired, Function<Ahead, R> ahead) {
            return ahead.apply(this);
        }
    }
}
