package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.reflector.ReflectorState.Waiting;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaitsTest {
    private final UpstreamException unanswered = new UpstreamException(Reason.UNREACHABLE, "no", null);
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration WITHIN = Duration.ofSeconds(2);

    private final ManualTimers timers = new ManualTimers();
    private final Waits waits = new Waits(Backoff.fresh(FIRST, Duration.ofSeconds(30), 0), timers, new Random(3));
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
        Waiting sooner = assertInstanceOf(Waiting.class, waits.relieved(waiting, Relief.CONTACT, WITHIN));
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
            waits.relieved(waiting, Relief.CONTACT, WITHIN);
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
        assertSame(waiting, waits.relieved(waiting, Relief.CONTACT, WITHIN));
    }

    private static UpstreamException answered(Reason reason) {
        return new UpstreamException(reason, "no", null);
    }

    private Waiting after(UpstreamException failure) {
        return waits.after(failure, moves::incrementAndGet);
    }

    private void assertFirstOfAll(Waiting waiting) {
        assertTrue(waiting.delay().compareTo(FIRST) >= 0, () -> "not shorter than the first: " + waiting.delay());
        assertTrue(waiting.delay().compareTo(FIRST.multipliedBy(2)) < 0, () -> "a first wait: " + waiting.delay());
    }

    private Waiting outage() {
        Waiting waiting = after(unanswered);
        for (int i = 0; i < 4; i++) {
            timers.advance(waiting.delay());
            waiting = after(unanswered);
        }
        assertTrue(waiting.delay().compareTo(FIRST.multipliedBy(3)) >= 0, "driven up");
        return waiting;
    }

    @Test
    void whatAnOutageHasDrivenUpBeginsAnewWhenThePathHeals() {
        // Given
        Waiting waiting = outage();

        // When
        waits.relieved(waiting, Relief.CONTACT, WITHIN);
        timers.advance(WITHIN);

        // Then: the server's first answer is that the version has expired
        assertFirstOfAll(after(answered(Reason.EXPIRED)));
    }

    @Test
    void anAnswerThatComesBeforeThePathIsKnownToHaveHealedIsFollowedByAFirstWaitToo() {
        // Given
        timers.advance(outage().delay());
        Waiting waiting = after(answered(Reason.EXPIRED));
        assertEquals(Waiting.For.PACE, waiting.what());

        // When
        Waiting sooner = assertInstanceOf(Waiting.class, waits.relieved(waiting, Relief.CONTACT, WITHIN));

        // Then
        assertFirstOfAll(sooner);
    }

    @Test
    void whatIsOnItsWayWhenThePathHealsMayFailWithoutALongWait() {
        // Given
        timers.advance(outage().delay());

        // When
        waits.relieved(new ReflectorState.Idle(), Relief.CONTACT, WITHIN);

        // Then
        assertFirstOfAll(after(answered(Reason.EXPIRED)));
    }

    @ParameterizedTest
    @EnumSource(Relief.class)
    void whatTheServerRefusesAgainAndAgainIsLeftItsWait(Relief relief) {
        // Given
        after(answered(Reason.INTERNAL));
        Waiting waiting = after(answered(Reason.INTERNAL));

        // When, Then
        assertSame(waiting, waits.relieved(waiting, relief, WITHIN));
    }

    @Test
    void otherCredentialsEndTheWaitOfWhoWasNotKnownAndOfNobodyElse() {
        // Given
        Waiting refused = after(answered(Reason.UNAUTHORIZED));
        assertEquals(Waiting.For.LOGIN, refused.what());

        // When
        assertSame(refused, waits.relieved(refused, Relief.CONTACT, WITHIN));
        waits.relieved(refused, Relief.LOGIN, Duration.ZERO);
        timers.advance(Duration.ZERO);

        // Then
        assertEquals(1, moves.get());
        assertFirstOfAll(after(answered(Reason.UNAUTHORIZED)));

        // When
        Waiting cut = after(unanswered);

        // Then
        assertSame(cut, waits.relieved(cut, Relief.LOGIN, Duration.ZERO));
    }

    @Test
    void newsOfTypesEndTheWaitForAMissingOneAndNoOther() {
        // Given
        after(answered(Reason.NOT_FOUND));
        Waiting missing = after(answered(Reason.NOT_FOUND));
        assertEquals(Waiting.For.TYPE, missing.what());

        // When
        assertSame(missing, waits.relieved(missing, Relief.CONTACT, WITHIN));
        assertSame(missing, waits.relieved(missing, Relief.LOGIN, WITHIN));
        waits.relieved(missing, Relief.TYPE, Duration.ZERO);
        timers.advance(Duration.ZERO);

        // Then: it was looked up, and the next look comes soon
        assertEquals(1, moves.get());
        assertFirstOfAll(after(answered(Reason.NOT_FOUND)));
    }

    @Test
    void aWaitThatTheServerHasAskedForIsNeverCut() {
        // Given
        timers.advance(outage().delay());
        ApiStatus status = new ApiStatus(429, "TooManyRequests", "no", List.of(), Duration.ofMinutes(5));
        Waiting waiting = after(UpstreamException.of(status));

        // When, Then
        assertEquals(Duration.ofMinutes(5), waiting.delay());
        assertSame(waiting, waits.relieved(waiting, Relief.CONTACT, WITHIN));
        assertSame(waiting, waits.relieved(waiting, Relief.LOGIN, WITHIN));
    }
}
