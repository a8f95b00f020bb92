package dev.nearcache.query;

import dev.nearcache.time.Timers;
import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * Lets changes gather where many listeners are woken by them, so that each listener gets several at a time. The first
 * change after a while is told at once. Confined to one event loop.
 *
 * <p>Decided: how long depends on how many were woken, not on how long that took, which on a busy machine would slow down
 * what is slow already.
 */
final class Gathering {
    /**
     * For each listener that was woken. To write to one client takes about a third of it, so watchers leave two thirds of an
     * event loop to others, however often something changes.
     */
    private static final long NANOS_A_LISTENER = 20_000;

    /** Timers are no finer; so up to 50 listeners are told of each change at once. */
    private static final long LEAST_NANOS = 1_000_000;

    /** Nothing is held back for longer. */
    private static final long MOST_NANOS = 50_000_000;

    private final Timers timers;
    private final IntSupplier tell;
    private State state = State.IDLE;

    private enum State {
        IDLE,
        GATHERING,
        /** Something has come meanwhile. */
        GATHERED
    }

    /** @param tell tells of all that has come, and says how many listeners it woke */
    Gathering(Timers timers, IntSupplier tell) {
        this.timers = timers;
        this.tell = tell;
    }

    /** Something has come: tells of it now, or soon. */
    void came() {
        switch (state) {
            case IDLE -> tell();
            case GATHERING, GATHERED -> state = State.GATHERED;
        }
    }

    private void tell() {
        long nanos = Math.min(tell.getAsInt() * NANOS_A_LISTENER, MOST_NANOS);
        if (nanos < LEAST_NANOS) {
            state = State.IDLE;
        } else {
            state = State.GATHERING;
            timers.schedule(Duration.ofNanos(nanos), this::over);
        }
    }

    private void over() {
        switch (state) {
            case IDLE, GATHERING -> state = State.IDLE;
            case GATHERED -> tell();
        }
    }
}
