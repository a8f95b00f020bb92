package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.reflector.ReflectorState.Waiting;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WaitsTest {
    private final UpstreamException unanswered = new UpstreamException(Reason.UNREACHABLE, "no", null);
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final ManualTimers timers = new ManualTimers();
    private final Waits waits =
            new Waits(Backoff.fresh(Duration.ofSeconds(10), Duration.ofSeconds(30), 0), timers, new Random(3));
    private final AtomicInteger moves = new AtomicInteger();

    private Waiting waiting() {
        return waits.after(unanswered, moves::incrementAndGet);
    }

    @Test
    void whoCouldNotReachTheServerWaitsForContactAndIsWokenWithinTheSpan() {
        // Given
        Waiting waiting = waiting();
        assertEquals(Waiting.For.CONTACT, waiting.what());

        // When
        Waiting sooner = waits.shortened(waiting, WITHIN);
        timers.advance(WITHIN);

        // Then
        assertTrue(sooner.delay().compareTo(WITHIN) < 0);
        assertEquals(1, moves.get());
        assertTrue(timers.pending().isEmpty());
    }

    @Test
    void beingWokenNeverMakesAWaitLonger() {
        for (int i = 0; i < 1_000; i++) {
            // Given
            Waiting waiting = waiting();
            long left = 1 + i * 1_000_000L;
            timers.advance(waiting.delay().minusNanos(left));
            int before = moves.get();

            // When
            waits.shortened(waiting, WITHIN);
            timers.advance(Duration.ofNanos(left));

            // Then
            assertEquals(before + 1, moves.get());
        }
    }

    @Test
    void whatIsDueAnywayIsLeftAlone() {
        // Given
        Waiting waiting = waiting();
        timers.advance(waiting.delay().minusNanos(1));

        // Then
        assertSame(waiting, waits.shortened(waiting, WITHIN));
    }
}
