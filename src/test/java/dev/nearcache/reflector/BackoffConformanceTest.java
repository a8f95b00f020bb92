package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.FakeListerWatcher;
import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of client-go's reflector tests that are about waiting (reflector.md 1.5, 1.12 and 5.1). */
class BackoffConformanceTest {
    /** Draws nothing but zeros: the waits are then the bases themselves. */
    private static final RandomGenerator NO_JITTER = () -> 0;

    private final ManualTimers timers = new ManualTimers();
    private final FakeListerWatcher server = new FakeListerWatcher();
    private final RecordingSink sink = new RecordingSink();

    private Reflector reflector(long initialMillis, long maxMillis, Duration resync, RandomGenerator random) {
        Backoff backoff = Backoff.fresh(Duration.ofMillis(initialMillis), Duration.ofMillis(maxMillis), 0);
        ReflectorSettings settings =
                ReflectorScript.settings(500, Duration.ofMinutes(5), backoff, WatchList.NEVER, resync);
        return new Reflector(server, sink, settings, timers, random, new RecordingObserver());
    }

    /** The waits of a watch that is refused so many times, without one list between. */
    private List<Duration> waits(int refusals, long initialMillis, long maxMillis, RandomGenerator random) {
        reflector(initialMillis, maxMillis, Duration.ZERO, random).start();
        server.answerList(1);
        List<Duration> waits = new ArrayList<>();
        for (int i = 0; i < refusals; i++) {
            server.failWatch(Reason.CONNECTION_REFUSED);
            Duration wait = timers.pending().get(0);
            waits.add(wait);
            timers.advance(wait);
        }
        assertEquals(
                1,
                server.requests().stream()
                        .filter(text -> text.startsWith("list"))
                        .count());
        return waits;
    }

    private static long millis(List<Duration> waits) {
        return waits.stream().reduce(Duration.ZERO, Duration::plus).toMillis();
    }

    /** client-go's test lets a clock jump in powers of two; the true sums are what those of once and twice the base allow. */
    @ParameterizedTest(name = "{0}: refused {1} times")
    @CsvSource({"RF-19,5,31,62", "RF-20,40,1763,3526"})
    void refusedConnectionsAreTriedAgainAfterGrowingWaits(String row, int refusals, long least, long most) {
        long seed = System.nanoTime();
        long sum = millis(waits(refusals, 1, 50, new Random(seed)));
        assertTrue(least <= sum && sum <= most, row + ", seed " + seed + ": " + sum);
    }

    @Test
    void twoRefusalsCostLessThanTenSeconds() { // RF-21
        assertTrue(millis(waits(2, 800, 30_000, new Random(1))) <= 10_000);
    }

    @Test
    void theSettingsDecideTheWaits() { // RF-22
        assertEquals(
                List.of(10L, 20L, 40L, 80L, 100L),
                waits(5, 10, 100, NO_JITTER).stream().map(Duration::toMillis).toList());
    }

    /** The saw tooth of 1.5: two minutes after the last reset the waits start again, though nothing has healed. */
    @Test
    void theWaitsStartAgainTwoMinutesAfterTheLastReset() { // E11
        assertEquals(
                List.of(
                        800L, 1600L, 3200L, 6400L, 12800L, 25600L, 30000L, 30000L, 30000L, 800L, 1600L, 3200L, 6400L,
                        12800L),
                waits(14, 800, 30_000, NO_JITTER).stream()
                        .map(Duration::toMillis)
                        .toList());
    }

    @Test
    void tooManyRequestsWaitsOnceForEachAnswerWhereverItComes() { // RF-23
        // When
        ReflectorScript script = new ReflectorScript(WatchList.NEVER)
                .run("list 1; watch!429 TooManyRequests; wait; open; E 429 TooManyRequests; wait; open; close");

        // Then
        assertEquals("list 0 limit 500; watch 1; watch 1; watch 1", script.requests());
        assertEquals(2, script.waits.size());
        assertTrue(script.waits.get(1).compareTo(Duration.ofMillis(1600)) >= 0);
    }

    @Test
    void tooManyRequestsIsNoReasonToList() { // RF-24
        // When
        ReflectorScript script = new ReflectorScript(WatchList.NEVER)
                .run("list 1" + "; watch!429 TooManyRequests; wait".repeat(4) + "; open; close");

        // Then
        assertEquals("list 0 limit 500; watch 1; watch 1; watch 1; watch 1; watch 1", script.requests());
    }

    @Test
    void resyncsAfterEachGapOfAWatchThatIsSilent() { // RF-03, RF-28
        // Given
        reflector(800, 30_000, Duration.ofMillis(1), NO_JITTER).start();
        server.answerList(1);
        server.openWatch();
        sink.calls();

        // When
        timers.advance(Duration.ofMillis(2));

        // Then
        assertEquals(List.of("resync", "resync"), sink.calls());
    }

    @Test
    void aGapGoesOnThroughWatchesAndBeginsAgainWithACycle() { // reflector.md 1.12
        // Given a watch that ends six seconds into a gap of ten
        reflector(800, 30_000, Duration.ofSeconds(10), NO_JITTER).start();
        server.answerList(1);
        FakeWatch watch = server.openWatch();
        timers.advance(Duration.ofSeconds(6));
        watch.close();
        FakeWatch next = server.openWatch();
        sink.calls();

        // When
        timers.advance(Duration.ofSeconds(4));

        // Then
        assertEquals(List.of("resync"), sink.calls());

        // When a new cycle begins in the middle of a gap
        timers.advance(Duration.ofSeconds(6));
        next.send(new WatchEvent.Failed(ApiStatus.of(410, "Expired", "too old")));
        timers.advance(Duration.ofMillis(800));
        server.answerList(2);
        sink.calls();
        timers.advance(Duration.ofMillis(9_999));

        // Then
        assertEquals(List.of(), sink.calls());
        timers.advance(Duration.ofMillis(1));
        assertEquals(List.of("resync"), sink.calls());
    }
}
