package dev.nearcache.soak;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** How the script's thread waits. */
final class Waiting {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Waiting() {}

    /** Waits for a result of this process; that there is none for half a minute is the soak's own failure. */
    static <T> T on(Future<T> future) {
        try {
            return future.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new IllegalStateException("no result within " + LIMIT, late);
        }
    }

    /** Waits until a moment of {@link System#nanoTime}. */
    static void until(long nanos) {
        long left = nanos - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = nanos - System.nanoTime();
        }
    }
}
