package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LimitPaceTest {
    private static final Backoff USUAL = Backoff.fresh(Duration.ofMillis(800), Duration.ofSeconds(30), 0);

    private final LimitPace pace = new LimitPace(USUAL, 0);
    private final Random random = new Random(1);
    private long now;

    private Duration tryAgain() {
        Duration wait = pace.next(now, random);
        now += wait.toNanos();
        return wait;
    }

    private static void assertBetween(long leastSeconds, Duration wait) {
        assertTrue(
                wait.toSeconds() >= leastSeconds && wait.compareTo(Duration.ofSeconds(2 * leastSeconds)) <= 0,
                () -> wait + " is not one to two times " + leastSeconds + " s");
    }

    @Test
    void waitsTenTimesAsLongAsAfterOtherFailuresAndGrowsForAsLongAsItDoesNotFit() {
        for (long seconds : new long[] {8, 16, 32, 64, 128, 256, 300, 300, 300}) {
            assertBetween(seconds, tryAgain());
        }
    }

    @Test
    void beginsAnewOnceItHasFittedForAsLongAsTheLongestWait() {
        // Given
        for (int i = 0; i < 5; i++) {
            tryAgain();
        }
        assertEquals(Duration.ofMinutes(5), USUAL.max().multipliedBy(10));

        // When
        now += Duration.ofSeconds(301).toNanos();

        // Then
        assertBetween(8, tryAgain());
    }

    @Test
    void goesOnGrowingWhenItHasFittedForAMoment() {
        // Given
        tryAgain();
        tryAgain();

        // When
        now += Duration.ofSeconds(60).toNanos();

        // Then
        assertBetween(32, tryAgain());
    }
}
