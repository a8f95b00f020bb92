package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.query.ResourceStatus;
import dev.nearcache.reflector.ReflectorObserver.Failure;
import dev.nearcache.reflector.Stage;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream.Ending;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScopeTrackerTest {
    private static final Duration DEAD_PEER = Duration.ofSeconds(15);
    private static final MeterRegistry METERS = new SimpleMeterRegistry();

    private final ManualTimers timers = new ManualTimers();
    private final ScopeTracker tracker =
            new ScopeTracker("", new Quarantine("pods", METERS.counter("unreadable")), timers, DEAD_PEER);

    private void list(Duration took) {
        tracker.listing();
        timers.advance(took);
        tracker.proven(timers.nanos());
        tracker.listed(3, ResourceVersion.of(7));
    }

    @Test
    void aListProvesTheMomentItWasAskedFor() {
        // Given
        Instant asked = timers.now();

        // When
        list(Duration.ofSeconds(5));

        // Then
        assertEquals(Optional.of(asked), tracker.lastProof());
        assertFalse(tracker.live());
    }

    @Test
    void anOpenWatchIsLiveWhileItIsProven() {
        // Given
        list(Duration.ZERO);
        tracker.watchRequested();
        tracker.watchOpened();

        // When
        timers.advance(Duration.ofSeconds(90));
        assertFalse(tracker.live());
        tracker.proven(timers.nanos());
        timers.advance(Duration.ofSeconds(3));

        // Then
        assertTrue(tracker.live());
        assertEquals(Optional.of(timers.now().minusSeconds(3)), tracker.lastProof());
    }

    @Test
    void aWatchThatIsOpenedAgainStaysLiveForAMomentOnly() {
        // Given
        list(Duration.ZERO);
        tracker.watchRequested();
        tracker.watchOpened();

        // When
        tracker.watchEnded(Ending.ENDED);
        tracker.watchRequested();

        // Then
        assertTrue(tracker.live());
        timers.advance(Duration.ofSeconds(1));
        assertFalse(tracker.live());
    }

    private void expire(Stage stage, Duration delay) {
        tracker.failed(new Failure(stage, Reason.EXPIRED, "too old resource version: 7 (9)", delay));
    }

    private ResourceStatus.State state() {
        return MirrorStatus.of(List.of(MirrorStatus.Part.of(tracker)), true, timers.now())
                .state();
    }

    @Test
    void aQuietTypeWhoseHistoryWasCompactedStaysSyncedUntilItIsListed() {
        // Given
        list(Duration.ZERO);
        tracker.watchRequested();
        tracker.watchOpened();
        timers.advance(Duration.ofSeconds(9));
        tracker.proven(timers.nanos());

        // When
        expire(Stage.WATCH_STREAM, Duration.ofSeconds(1));

        // Then
        assertEquals(ResourceStatus.State.SYNCED, state());
        timers.advance(Duration.ofSeconds(1));
        tracker.listing();
        assertEquals(ResourceStatus.State.SYNCED, state());
        expire(Stage.LIST, Duration.ZERO);
        assertEquals(ResourceStatus.State.SYNCED, state());
        tracker.listed(3, ResourceVersion.of(12));
        tracker.watchRequested();
        assertEquals(ResourceStatus.State.SYNCED, state());
        tracker.watchOpened();
        assertEquals(ResourceStatus.State.SYNCED, state());
        assertEquals(Optional.of(timers.now()), tracker.liveSince());
    }

    @Test
    void aTypeWhoseHistoryWasCompactedIsStaleAfterTheDeadPeersLimitOrWithTheNextFailure() {
        // Given
        list(Duration.ZERO);
        tracker.watchRequested();
        tracker.watchOpened();
        timers.advance(Duration.ofSeconds(10));

        // When
        expire(Stage.WATCH_STREAM, Duration.ofSeconds(1));
        tracker.listing();

        // Then
        timers.advance(Duration.ofSeconds(5));
        assertEquals(ResourceStatus.State.STALE, state());

        // Given
        tracker.listed(3, ResourceVersion.of(12));
        tracker.watchRequested();
        tracker.watchOpened();
        tracker.proven(timers.nanos());

        // When
        expire(Stage.WATCH_STREAM, Duration.ofSeconds(1));
        tracker.failed(new Failure(Stage.LIST, Reason.INTERNAL, "no", Duration.ofSeconds(1)));

        // Then
        assertEquals(ResourceStatus.State.STALE, state());
    }

    @Test
    void aServerThatDoesNotStreamTheListAfterACompactionIsNoReasonToBeStale() {
        // Given
        list(Duration.ZERO);
        tracker.watchRequested();
        tracker.watchOpened();
        tracker.proven(timers.nanos());
        expire(Stage.WATCH_STREAM, Duration.ofSeconds(1));
        timers.advance(Duration.ofSeconds(1));

        // When
        tracker.listing();
        tracker.failed(new Failure(Stage.STREAM_OPEN, Reason.REJECTED, "sendInitialEvents: Forbidden", Duration.ZERO));
        tracker.listing();

        // Then
        assertEquals(ResourceStatus.State.SYNCED, state());
        timers.advance(DEAD_PEER);
        assertEquals(ResourceStatus.State.STALE, state());
    }

    @Test
    void aTypeThatWasNotLiveIsNotSoSinceItsHistoryWasCompacted() {
        // Given
        list(Duration.ZERO);
        tracker.watchRequested();
        tracker.watchOpened();
        tracker.watchEnded(Ending.LOST);
        tracker.watchRequested();
        timers.advance(Duration.ofSeconds(2));

        // When
        expire(Stage.WATCH_OPEN, Duration.ofSeconds(1));

        // Then
        assertEquals(ResourceStatus.State.STALE, state());
    }

    @Test
    void isLiveSinceAWatchFollowedOnTheListNotSinceTheListWasAskedFor() {
        // Given
        list(Duration.ofSeconds(5));
        timers.advance(Duration.ofSeconds(1));
        tracker.watchRequested();
        timers.advance(Duration.ofSeconds(1));

        // When
        tracker.watchOpened();
        Instant opened = timers.now();
        timers.advance(Duration.ofSeconds(3));
        tracker.proven(timers.nanos());

        // Then
        assertTrue(tracker.live());
        assertEquals(Optional.of(opened), tracker.liveSince());
    }

    @Test
    void isLiveSinceTheReopeningThatEndedAGapAndSinceBeforeAReopeningThatLeftNone() {
        // Given
        Instant first = timers.now();
        list(Duration.ZERO);
        tracker.watchRequested();
        tracker.watchOpened();
        timers.advance(Duration.ofSeconds(10));

        // When the watch ends and is open again at once
        tracker.watchEnded(Ending.ENDED);
        tracker.watchRequested();
        timers.advance(Duration.ofMillis(10));
        tracker.watchOpened();

        // Then
        assertEquals(Optional.of(first), tracker.liveSince());

        // When it breaks, and another is open after a wait
        tracker.failed(new Failure(Stage.WATCH_STREAM, Reason.UNREACHABLE, "gone", Duration.ofSeconds(1)));
        timers.advance(Duration.ofSeconds(1));
        tracker.watchRequested();
        tracker.watchOpened();

        // Then
        assertEquals(Optional.of(timers.now()), tracker.liveSince());
    }

    @Test
    void aFailureStaysUntilAWatchIsOpenAndItsTextForGood() {
        // Given
        list(Duration.ZERO);
        tracker.failed(new Failure(Stage.WATCH_OPEN, Reason.FORBIDDEN, "403 no", Duration.ofSeconds(1)));
        assertEquals(ScopeTracker.Phase.WAITING, tracker.view().phase());

        // When
        list(Duration.ZERO);

        // Then
        assertTrue(tracker.view().failure().isPresent());

        // When
        tracker.watchOpened();

        // Then
        assertEquals(Optional.empty(), tracker.view().failure());
        assertEquals("403 no", tracker.view().last().orElseThrow().failure().message());
        assertEquals(2, tracker.view().lists());
    }

    @Test
    void aSlowListSaysSinceWhenItIsWaitedFor() {
        // Given
        Instant asked = timers.now();
        tracker.listing();

        // When
        timers.advance(Duration.ofSeconds(75));
        ResourceStatus status = MirrorStatus.of(List.of(MirrorStatus.Part.of(tracker)), false, timers.now());

        // Then
        assertEquals(ResourceStatus.State.SYNCING, status.state());
        assertEquals("a list, since " + asked, status.waitsFor());
        assertEquals("the list is slow: it was asked for 75s ago", status.message());
    }

    @Test
    void theOpeningOfAWatchProvesTheMomentItWasAskedForHoweverLateTheAnswerComes() {
        // Given
        list(Duration.ZERO);
        timers.advance(Duration.ofSeconds(5));
        Instant asked = timers.now();
        tracker.watchRequested();

        // When
        timers.advance(Duration.ofSeconds(3));
        tracker.watchOpened();
        tracker.watchEnded(Ending.ENDED);

        // Then
        assertEquals(Optional.of(asked), tracker.lastProof());
    }

    @Test
    void aWatchThatComesAfterAGapProvesTheMomentItWasAskedForOnceItHasSettled() {
        // Given
        list(Duration.ZERO);
        timers.advance(Duration.ofMinutes(1));
        Instant asked = timers.now();
        tracker.watchRequested();
        timers.advance(Duration.ofSeconds(3));

        // When
        tracker.watchOpened();

        // Then
        assertFalse(tracker.live());
        timers.advance(Duration.ofMillis(250));
        assertEquals(Optional.of(asked), tracker.lastProof());
        assertTrue(tracker.live());
    }

    @Test
    void aWatchThatIsLostBeforeItHasSettledProvesNothing() {
        // Given
        list(Duration.ZERO);
        timers.advance(Duration.ofMinutes(1));
        tracker.watchRequested();
        tracker.watchOpened();

        // When
        tracker.watchEnded(Ending.LOST);
        tracker.watchRequested();
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertFalse(tracker.live());
    }
}
