package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the API server can be reached at all, on a connection that is new.
 *
 * <p>While nothing is silent, nothing is asked. When something is, a small request goes out on a connection of its own,
 * and again until one is answered; any HTTP answer will do. A first request that is answered means that the server is
 * slow with the other, whose own limit decides. If it is not, the path was lost, and the answer to a later one means
 * that it has healed: what was asked before and is still silent will never be answered, and is given up now rather than
 * at its own limit; and nobody needs to wait any longer to try again.
 *
 * <p>Its methods may be called on any thread; its state is confined to the context of its timers.
 */
final class Path {
    private static final Logger LOG = LoggerFactory.getLogger(Path.class);
    private static final int ASKS = 4;

    private enum State {
        SOUND,
        /** Something was silent; the first request is out. */
        DOUBTED,
        /** A request was not answered. */
        LOST,
        /** Nobody wants to know any more. */
        CLOSED
    }

    private final Timers timers;
    private final Duration pause;
    private final Supplier<Future<?>> probe;
    private final Set<Expected> expected = ConcurrentHashMap.newKeySet();
    private final Wakes healed = new Wakes();
    private State state = State.SOUND;
    private Timers.Scheduled next = () -> {};
    private long doubts;

    /** An answer, or the rest of one, that somebody waits for. */
    final class Expected {
        private final Timers owner;
        private final Runnable onLoss;
        private volatile long heardNanos;

        private Expected(Timers owner, Runnable onLoss) {
            this.owner = owner;
            this.onLoss = onLoss;
            this.heardNanos = owner.nanos();
        }

        /** Some of it came. */
        void heard() {
            heardNanos = owner.nanos();
        }

        /** All of it came, or it is no longer waited for. */
        void done() {
            expected.remove(this);
        }

        private void abandonIfSilentSince(long nanos) {
            if (heardNanos - nanos < 0) {
                owner.defer(onLoss);
            }
        }
    }

    /**
     * A path that nobody doubts.
     *
     * @param timers of the context that this is confined to
     * @param deadPeer while the path is lost it is asked four times as often
     * @param probe makes one request on a new connection; succeeds with any answer, fails without one in time
     */
    Path(Timers timers, Duration deadPeer, Supplier<Future<?>> probe) {
        this.timers = timers;
        this.pause = deadPeer.dividedBy(ASKS);
        this.probe = probe;
    }

    /** Something is silent or broke: finds out whether the path is lost. */
    void doubt() {
        timers.defer(() -> {
            if (state == State.SOUND) {
                state = State.DOUBTED;
                doubts++;
                ask(doubts, 1);
            }
        });
    }

    /** Lets {@code onLoss} run, on the caller's context, if nothing is heard until a lost path has healed. */
    Expected expect(Timers owner, Runnable onLoss) {
        Expected one = new Expected(owner, onLoss);
        expected.add(one);
        return one;
    }

    /** Lets {@code wake} run, on the caller's context, each time a lost path has healed; gives the way to end that. */
    Runnable onHealed(Timers owner, Runnable wake) {
        return healed.add(owner, wake);
    }

    /** Asks no more. */
    void close() {
        timers.defer(() -> {
            next.cancel();
            state = State.CLOSED;
            doubts++;
        });
    }

    /** Asks again and again, without waiting for the one before: what vanished on the way is never answered. */
    private void ask(long doubt, int number) {
        if (doubt != doubts) {
            return;
        }
        long asked = timers.nanos();
        next = timers.schedule(pause, () -> ask(doubt, number + 1));
        probe.get()
                .onSuccess(answer -> timers.defer(() -> answered(doubt, number, asked)))
                .onFailure(none -> timers.defer(() -> unanswered(doubt, none)));
    }

    private void unanswered(long doubt, Throwable why) {
        if (doubt == doubts && state == State.DOUBTED) {
            state = State.LOST;
            LOG.atWarn().addKeyValue("error", Failures.words(why)).log("the API server cannot be reached");
        }
    }

    private void answered(long doubt, int number, long asked) {
        if (doubt != doubts) {
            return;
        }
        boolean wasLost = number > 1 || state == State.LOST;
        doubts++;
        state = State.SOUND;
        next.cancel();
        if (wasLost) {
            LOG.info("the API server can be reached again");
            expected.forEach(one -> one.abandonIfSilentSince(asked));
            healed.all();
        }
    }
}
