package dev.nearcache.reflector;

import dev.nearcache.reflector.ReflectorState.Waiting;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The waits after failures: how long each is, and what may end it sooner. Confined to one thread. */
final class Waits {
    private final Timers timers;
    private final RandomGenerator random;
    private Backoff backoff;

    Waits(Backoff backoff, Timers timers, RandomGenerator random) {
        this.backoff = backoff;
        this.timers = timers;
        this.random = random;
    }

    /** The next wait, then the move. The server's own hint is the least wait; it never shortens ours. */
    Waiting after(UpstreamException failure, Runnable move) {
        Backoff.Step step = backoff.next(timers.nanos(), random);
        backoff = step.after();
        Duration delay = step.delay().compareTo(failure.retryAfter()) < 0 ? failure.retryAfter() : step.delay();
        Waiting.For what = failure.unanswered() ? Waiting.For.CONTACT : Waiting.For.TIME;
        return until(delay, what, move);
    }

    /** The same wait, ended at random within this span, or when it ends anyway. */
    Waiting shortened(Waiting waiting, Duration within) {
        Duration delay = Duration.ofNanos((long) (random.nextDouble() * within.toNanos()));
        if (delay.toNanos() >= waiting.dueNanos() - timers.nanos()) {
            return waiting;
        }
        waiting.leave();
        return until(delay, waiting.what(), waiting.move());
    }

    /** A wait of this length. */
    Waiting until(Duration delay, Waiting.For what, Runnable move) {
        return new Waiting(timers.schedule(delay, move), delay, timers.nanos() + delay.toNanos(), what, move);
    }
}
