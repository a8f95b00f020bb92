package dev.nearcache.twin;

import java.time.Duration;

/** What a backoff without jitter has to be: the numbers of reflector.md 1.5, written down a second time. */
final class Ladder {
    private static final Duration FIRST = Duration.ofMillis(800);
    private static final Duration MOST = Duration.ofSeconds(30);
    private static final Duration RESET = Duration.ofMinutes(2);

    private Duration step = FIRST;
    private Duration reset = Duration.ZERO;

    /** The wait that is due at a moment. */
    Duration next(Duration at) {
        if (at.minus(reset).compareTo(RESET) > 0) {
            step = FIRST;
            reset = at;
        }
        Duration due = step;
        Duration doubled = step.multipliedBy(2);
        step = doubled.compareTo(MOST) > 0 ? MOST : doubled;
        return due;
    }
}
