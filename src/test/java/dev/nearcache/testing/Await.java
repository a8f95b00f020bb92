package dev.nearcache.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for a condition of something that runs by itself: looks again and again, up to a limit. */
public final class Await {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(10);

    private Await() {}

    /** Waits up to 30 seconds; fails the test when the condition does not come true. */
    public static void until(BooleanSupplier condition) {
        until(LIMIT, condition);
    }

    /** Waits up to a limit; fails the test when the condition does not come true. */
    public static void until(Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("did not come true within " + limit);
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Waits up to 30 seconds for what is asserted to hold; fails the test with the last assertion that did not. */
    public static void untilAsserted(Runnable assertion) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                assertion.run();
                return;
            } catch (AssertionError notYet) {
                if (System.nanoTime() > end) {
                    throw notYet;
                }
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    /** Fails the test when a moment of {@link System#nanoTime} has passed. */
    static void notPast(long end, Supplier<String> state) {
        if (System.nanoTime() - end > 0) {
            throw new AssertionError("not done in time: " + state.get());
        }
    }
}
