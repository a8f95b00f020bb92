package dev.nearcache.http.kube;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many answers of the API server are handed on at a time. It limits the streams of a connection; clients that are
 * slow with theirs must not take those that the mirrors need. Safe on any thread.
 */
public final class Relays {
    private static final int MOST = 256;

    private final Semaphore free = new Semaphore(MOST);
    private final LongAdder passed = new LongAdder();

    /**
     * Takes a place.
     *
     * @throws StatusException if all are taken
     */
    void begin() {
        if (!free.tryAcquire()) {
            throw Failures.noMoreStreams(MOST + " requests are being passed on to the API server, and no more are")
                    .exception();
        }
        passed.increment();
    }

    /** How many answers are on their way now. */
    public int open() {
        return MOST - free.availablePermits();
    }

    /** How many were asked for so far. */
    public long passed() {
        return passed.sum();
    }

    /** Gives a place back. */
    void end() {
        free.release();
    }
}
