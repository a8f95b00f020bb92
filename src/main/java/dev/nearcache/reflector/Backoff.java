package dev.nearcache.reflector;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The next wait after a failure: immutable, gives its own successor (reflector.md 1.5).
 *
 * <p>The base doubles from {@code initial} to {@code max}; a wait is drawn evenly from once to twice the base, so that
 * sidecars that lost the same API server do not come back together. With the defaults of 800 ms and 30 s a failing
 * sidecar asks a sick API server once in 45 s on average. Two minutes after the last reset the base starts again, as
 * in client-go since 1.36: a watch that was healthy for that long is followed by a short wait.
 *
 * @param initial the first base
 * @param max the highest base
 * @param base the base of the next wait
 * @param resetNanos when the base was last reset, on the clock of {@link dev.nearcache.time.Timers#nanos}
 */
public record Backoff(Duration initial, Duration max, Duration base, long resetNanos) {
    private static final Duration RESET_AFTER = Duration.ofMinutes(2);

    /** One wait and what comes after it. */
    record Step(Duration delay, Backoff after) {}

    public Backoff {
        if (initial.isNegative() || initial.isZero() || max.compareTo(initial) < 0) {
            throw new IllegalArgumentException("backoff needs 0 < initial <= max, not " + initial + " and " + max);
        }
    }

    /** A backoff that has not been used. */
    public static Backoff fresh(Duration initial, Duration max, long nowNanos) {
        return new Backoff(initial, max, initial, nowNanos);
    }

    /** The same backoff as if it had not been used: what drove it up is over. */
    Backoff anew(long nowNanos) {
        return fresh(initial, max, nowNanos);
    }

    Step next(long nowNanos, RandomGenerator random) {
        Backoff current = nowNanos - resetNanos > RESET_AFTER.toNanos() ? fresh(initial, max, nowNanos) : this;
        long nanos = current.base.toNanos();
        Duration doubled = current.base.multipliedBy(2);
        Backoff after = new Backoff(initial, max, doubled.compareTo(max) > 0 ? max : doubled, current.resetNanos);
        return new Step(Duration.ofNanos(nanos + (long) (random.nextDouble() * nanos)), after);
    }
}
