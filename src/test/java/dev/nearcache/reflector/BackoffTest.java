package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Duration INITIAL = Duration.ofMillis(800);
    private static final Duration MAX = Duration.ofSeconds(30);

    /** A source whose every draw is zero: the waits are then the bases themselves. */
    private static final Random NO_JITTER = new Random() {
        private static final long serialVersionUID = 1;

        @Override
        public double nextDouble() {
            return 0;
        }
    };

    @Test
    void doublesUpToTheMaximumAndStaysThere() {
        // Given
        Backoff backoff = Backoff.fresh(INITIAL, MAX, 0);

        // When
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            Backoff.Step step = backoff.next(0, NO_JITTER);
            waits.add(step.delay().toMillis());
            backoff = step.after();
        }

        // Then
        assertEquals(List.of(800L, 1600L, 3200L, 6400L, 12800L, 25600L, 30000L, 30000L, 30000L), waits);
    }

    @Test
    void startsAgainTwoMinutesAfterTheLastReset() {
        // Given
        Backoff used = Backoff.fresh(INITIAL, MAX, 0).next(0, NO_JITTER).after();
        long twoMinutes = Duration.ofMinutes(2).toNanos();

        // When
        Backoff.Step before = used.next(twoMinutes, NO_JITTER);
        Backoff.Step after = used.next(twoMinutes + 1, NO_JITTER);

        // Then
        assertEquals(1600, before.delay().toMillis());
        assertEquals(800, after.delay().toMillis());
        assertEquals(twoMinutes + 1, after.after().resetNanos());
    }

    @Test
    void everyWaitLiesBetweenOnceAndTwiceItsBase() {
        // Given
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Backoff backoff = Backoff.fresh(INITIAL, MAX, 0);

        for (int i = 0; i < 1000; i++) {
            // When
            Backoff.Step step = backoff.next(0, random);

            // Then
            Duration base = backoff.base();
            assertTrue(
                    step.delay().compareTo(base) >= 0 && step.delay().compareTo(base.multipliedBy(2)) < 0,
                    "seed " + seed + ": " + step.delay() + " for base " + base);
            backoff = step.after();
        }
    }

    @Test
    void refusesAMaximumBelowTheStart() {
        assertThrows(IllegalArgumentException.class, () -> Backoff.fresh(MAX, INITIAL, 0));
    }
}
