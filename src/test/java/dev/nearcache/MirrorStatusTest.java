package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.nearcache.query.ResourceStatus;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.ManualTimers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MirrorStatusTest {
    private static final Duration DEAD_PEER = Duration.ofSeconds(15);

    private final ManualTimers timers = new ManualTimers();
    private final Instant start = timers.now();
    private final ScopeTracker a = tracker("a");
    private final ScopeTracker b = tracker("b");

    private ScopeTracker tracker(String namespace) {
        Quarantine quarantine = new Quarantine(namespace, new SimpleMeterRegistry().counter("unreadable"));
        return new ScopeTracker(namespace, quarantine, timers, DEAD_PEER);
    }

    private ResourceStatus status(ScopeTracker... trackers) {
        List<MirrorStatus.Part> parts =
                Stream.of(trackers).map(MirrorStatus.Part::of).toList();
        return MirrorStatus.of(parts, false, timers.now());
    }

    private static void mirror(ScopeTracker tracker) {
        tracker.listing();
        tracker.listed(1, ResourceVersion.of(7));
        tracker.watchRequested();
        tracker.watchOpened();
    }

    @Test
    void whatNeverHadAProofOfLifeHasNoAgeButGrowsOlderFromTheStart() {
        // When
        timers.advance(Duration.ofSeconds(90));
        ResourceStatus status = status(a);

        // Then
        assertFalse(status.live());
        assertEquals(OptionalLong.empty(), status.ageSeconds());
        assertEquals(Optional.empty(), status.lastContact());
        assertEquals(Duration.ofSeconds(90), status.age());
    }

    @Test
    void aTypeIsAsOldAsTheOneOfItsNamespacesThatWasNeverThere() {
        // Given
        timers.advance(Duration.ofSeconds(60));

        // When
        mirror(a);
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertEquals(OptionalLong.of(0), status(a).ageSeconds());
        assertEquals(OptionalLong.empty(), status(a, b).ageSeconds());
        assertEquals(Duration.ofSeconds(61), status(a, b).age());

        // When the other is there, too
        mirror(b);

        // Then
        assertEquals(OptionalLong.of(0), status(a, b).ageSeconds());
        assertEquals(Optional.of(start.plusSeconds(60)), status(a, b).lastContact());
    }
}
