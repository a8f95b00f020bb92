package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
    void anOpenWatchIsLiveAndItsBytesAreProof() {
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
}
