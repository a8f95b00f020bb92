package dev.nearcache.reflector;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The waits of a type of which there is too much. Each try costs the API server a list up to the limit, so they are ten
 * times as long as those after other failures, and grow on until the type has fitted for a while. Confined to one thread.
 */
final class LimitPace {
    private static final int SLOWER = 10;

    private final Duration initial;
    private final Duration max;
    private Backoff backoff;

    /** When the last wait is over. */
    private long dueNanos;

    /** @param usual the backoff after other failures */
    LimitPace(Backoff usual, long nowNanos) {
        this.initial = usual.initial().multipliedBy(SLOWER);
        this.max = usual.max().multipliedBy(SLOWER);
        this.backoff = Backoff.fresh(initial, max, nowNanos);
        this.dueNanos = nowNanos;
    }

    /** The next wait. */
    Duration next(long nowNanos, RandomGenerator random) {
        if (nowNanos - dueNanos > max.toNanos()) {
            backoff = Backoff.fresh(initial, max, nowNanos);
        }
        // At the time of its reset, so that it does not begin anew by itself.
        Backoff.Step step = backoff.next(backoff.resetNanos(), random);
        backoff = step.after();
        dueNanos = nowNanos + step.delay().toNanos();
        return step.delay();
    }
}
