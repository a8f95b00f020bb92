package dev.nearcache.twin;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.Backoff;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.ListerWatcher.ListOptions;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** A deliberate fault in our reflector, built into what is around it; all but {@link #NONE} must be noticed. */
enum Fault {
    NONE,
    /** The backoff does not grow. */
    FLAT_BACKOFF {
        @Override
        Backoff backoff(Backoff right) {
            return Backoff.fresh(right.initial(), right.initial(), right.resetNanos());
        }
    },
    /** The backoff has another limit. */
    LOW_BACKOFF {
        @Override
        Backoff backoff(Backoff right) {
            return Backoff.fresh(right.initial(), Duration.ofSeconds(10), right.resetNanos());
        }
    },
    /** A relist takes any version for new enough. */
    RELIST_AT_ANY_VERSION {
        @Override
        ListerWatcher source(ListerWatcher right) {
            return new FaultySource(
                    right,
                    options -> new ListOptions(
                            options.version().isEmpty() ? "" : "0", options.limit(), options.continueToken()),
                    UnaryOperator.identity());
        }
    },
    /** The first list asks the storage, not the watch cache. */
    FIRST_LIST_AT_NEWEST {
        @Override
        ListerWatcher source(ListerWatcher right) {
            return new FaultySource(
                    right,
                    options -> new ListOptions(
                            options.version().equals("0") ? "" : options.version(),
                            options.limit(),
                            options.continueToken()),
                    UnaryOperator.identity());
        }
    },
    /** Lists are never cut into pages. */
    UNPAGED {
        @Override
        ListerWatcher source(ListerWatcher right) {
            return new FaultySource(
                    right,
                    options -> new ListOptions(options.version(), 0, options.continueToken()),
                    UnaryOperator.identity());
        }
    },
    /** Watches are asked for without saying from where. */
    WATCH_FROM_NOW {
        @Override
        ListerWatcher source(ListerWatcher right) {
            return new FaultySource(
                    right,
                    UnaryOperator.identity(),
                    options -> new WatchOptions(ResourceVersion.NONE, options.timeout(), options.initialEvents()));
        }
    },
    /** Of two changes of one object in a row the later one is dropped. */
    DEDUP_KEEPS_THE_OLDER {
        @Override
        DeltaSink sink(DeltaSink right) {
            return new WrongDedup(right, WrongDedup.Drops.LATER_CHANGES);
        }
    },
    /** A deletion right after a change is dropped. */
    DEDUP_DROPS_DELETES {
        @Override
        DeltaSink sink(DeltaSink right) {
            return new WrongDedup(right, WrongDedup.Drops.DELETES);
        }
    };

    ListerWatcher source(ListerWatcher right) {
        return right;
    }

    DeltaSink sink(DeltaSink right) {
        return right;
    }

    Backoff backoff(Backoff right) {
        return right;
    }
}
