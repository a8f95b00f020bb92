package dev.nearcache.store;

import java.util.List;
import java.util.function.Function;

/** A part of the log, as one reader asked for it. */
public sealed interface Slice {
    /** Calls the case that this answer is. */
    <R> R match(Function<Events, R> events, Function<Overrun, R> overrun);

    /**
     * Events in order, none left out.
     *
     * @param events empty if the reader has read everything
     * @param next the position to read from next
     */
    record Events(List<CacheEvent> events, long next) implements Slice {
        public Events {
            events = List.copyOf(events);
        }

        @Override
        public <R> R match(Function<Events, R> events, Function<Overrun, R> overrun) {
            return events.apply(this);
        }
    }

    /** The log no longer holds the position: the reader was too slow, or the API server went back in time. */
    record Overrun(long floor) implements Slice {
        @Override
        public <R> R match(Function<Events, R> events, Function<Overrun, R> overrun) {
            return overrun.apply(this);
        }
    }
}
