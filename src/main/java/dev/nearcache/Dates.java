package dev.nearcache;

import dev.nearcache.time.Timers;
import java.time.Duration;
import java.time.Instant;

/**
 * Moments of the clock that only goes forward as times of day: one moment is the same time whenever it is asked for, unless
 * the day's clock was set meanwhile. Safe on any thread.
 */
final class Dates {
    /** What lies between two looks at two clocks is less. */
    private static final Duration SET = Duration.ofMillis(100);

    private final Timers timers;
    private volatile Anchor anchor;

    private record Anchor(long nanos, Instant date) {
        static Anchor of(Timers timers) {
            return new Anchor(timers.nanos(), timers.now());
        }

        Instant date(long moment) {
            return date.plusNanos(moment - nanos);
        }
    }

    Dates(Timers timers) {
        this.timers = timers;
        this.anchor = Anchor.of(timers);
    }

    /** The time of day of a moment of {@link Timers#nanos}. */
    Instant of(long nanos) {
        Anchor now = Anchor.of(timers);
        Duration apart = Duration.between(anchor.date(now.nanos()), now.date());
        if (apart.abs().compareTo(SET) > 0) {
            anchor = now;
        }
        return anchor.date(nanos);
    }
}
