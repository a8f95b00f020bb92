package dev.nearcache.http.kube;

import dev.nearcache.time.Timers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Gives the pumps of one event loop their turns to write: one after another, in the order in which they came to have
 * something. Confined to that loop.
 *
 * <p>A task does no more than some milliseconds, however many pumps there are; whoever has more comes again after all
 * others. After several tasks without a break, sockets and timers have their turn: Netty looks at them only when no task
 * waits, or after 64 tasks.
 */
final class Rota {
    private static final long TASK_NANOS = 4_000_000;

    /** For so long tasks follow one another. */
    private static final long BREATHLESS_NANOS = 8_000_000;

    /** The least time that a timer takes; after it the loop has been around once. */
    private static final Duration BREATH = Duration.ofMillis(1);

    private final Timers timers;
    private final Deque<Runnable> due = new ArrayDeque<>();
    private State state = State.IDLE;
    private long breathed;

    private enum State {
        IDLE,
        POSTED
    }

    Rota(Timers timers) {
        this.timers = timers;
    }

    /** Gives a turn, later. */
    void add(Runnable turn) {
        due.add(turn);
        if (state == State.IDLE) {
            state = State.POSTED;
            timers.defer(this::refreshed);
        }
    }

    private void refreshed() {
        breathed = timers.nanos();
        task();
    }

    /** Whoever comes again meanwhile waits for the next task: only between tasks does a socket's queue show whether it is full. */
    private void task() {
        long end = timers.nanos() + TASK_NANOS;
        try {
            for (int waiting = due.size(); waiting > 0 && timers.nanos() < end; waiting--) {
                due.remove().run();
            }
        } finally {
            goOn();
        }
    }

    private void goOn() {
        if (due.isEmpty()) {
            state = State.IDLE;
        } else if (timers.nanos() - breathed < BREATHLESS_NANOS) {
            timers.defer(this::task);
        } else {
            timers.schedule(BREATH, this::refreshed);
        }
    }
}
