package dev.nearcache.time;

import java.time.Duration;
import java.time.Instant;

/** The clock and the scheduler of one thread. Tasks run on the thread (Vert.x context) that asked for them. */
public interface Timers {
    /** The time of day. */
    Instant now();

    /** A clock that only goes forward, for measuring spans. */
    long nanos();

    /** Runs a task once, after a delay of zero or more. */
    Scheduled schedule(Duration delay, Runnable task);

    /** Runs a task on a later turn of the same thread, so that other work gets its turn first. */
    void defer(Runnable task);

    /** A task that may still be called off. */
    interface Scheduled {
        /** Calls it off; does nothing if it has run or was called off before. */
        void cancel();
    }
}
