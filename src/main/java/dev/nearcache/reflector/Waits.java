package dev.nearcache.reflector;

import dev.nearcache.reflector.ReflectorState.Waiting;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The waits after failures: how long each is, and what may end it sooner. Confined to one thread. */
final class Waits {
    private final Timers timers;
    private final RandomGenerator random;
    private final LimitPace limitPace;
    private Backoff backoff;
    private Waiting.For last = Waiting.For.TIME;

    Waits(Backoff backoff, Timers timers, RandomGenerator random) {
        this.backoff = backoff;
        this.limitPace = new LimitPace(backoff, timers.nanos());
        this.timers = timers;
        this.random = random;
    }

    /** The next wait, then the move. The server's own hint is the least wait; it never shortens ours. */
    Waiting after(UpstreamException failure, Runnable move) {
        last = what(failure);
        Duration delay = failure.reason() == Reason.OVER_LIMIT ? limitPace.next(timers.nanos(), random) : next();
        return until(delay.compareTo(failure.retryAfter()) < 0 ? failure.retryAfter() : delay, last, move);
    }

    private Waiting.For what(UpstreamException failure) {
        if (failure.unanswered()) {
            return Waiting.For.CONTACT;
        }
        if (!failure.retryAfter().isZero() || failure.reason() == Reason.OVER_LIMIT) {
            return Waiting.For.TIME;
        }
        if (failure.reason() == Reason.UNAUTHORIZED) {
            return Waiting.For.LOGIN;
        }
        if (last == Waiting.For.CONTACT) {
            return Waiting.For.PACE;
        }
        return failure.reason() == Reason.NOT_FOUND ? Waiting.For.TYPE : Waiting.For.TIME;
    }

    private Duration next() {
        Backoff.Step step = backoff.next(timers.nanos(), random);
        backoff = step.after();
        return step.delay();
    }

    /**
     * What is left of a state when something has come: a shorter wait, with a backoff that begins anew, if it waits for
     * that. What is on its way at the time may have been sent before, and fail yet, so it has a new backoff, too.
     *
     * @param within in which a wait ends, at random; one that the server's answer has begun is a first wait again instead
     */
    ReflectorState relieved(ReflectorState state, Relief relief, Duration within) {
        return switch (relief) {
            case CONTACT -> inContact(state, within);
            case LOGIN -> ended(state, Waiting.For.LOGIN, within);
            case TYPE -> ended(state, Waiting.For.TYPE, within);
        };
    }

    private ReflectorState ended(ReflectorState state, Waiting.For what, Duration within) {
        return state instanceof Waiting waiting && waiting.what() == what ? begun(waiting, drawn(within)) : state;
    }

    private ReflectorState inContact(ReflectorState state, Duration within) {
        if (!(state instanceof Waiting waiting)) {
            backoff = backoff.anew(timers.nanos());
            return state;
        }
        return switch (waiting.what()) {
            case CONTACT -> begun(waiting, drawn(within));
            case PACE -> {
                backoff = backoff.anew(timers.nanos());
                yield shortened(waiting, next());
            }
            case TIME, LOGIN, TYPE -> waiting;
        };
    }

    private Waiting begun(Waiting waiting, Duration delay) {
        backoff = backoff.anew(timers.nanos());
        return shortened(waiting, delay);
    }

    private Duration drawn(Duration within) {
        return Duration.ofNanos((long) (random.nextDouble() * within.toNanos()));
    }

    private Waiting shortened(Waiting waiting, Duration delay) {
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
