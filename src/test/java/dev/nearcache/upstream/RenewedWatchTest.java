package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream.Ending;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RenewedWatchTest {
    private static final Duration DEAD_PEER = Duration.ofSeconds(16);
    private static final Duration HALF = DEAD_PEER.dividedBy(2);

    private final ManualTimers timers = new ManualTimers();
    private final List<String> asked = new ArrayList<>();
    private final Deque<Promise<Carrier>> answers = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();
    private final List<Long> proofs = new ArrayList<>();
    private int probes;

    private final UpstreamObserver observer = new UpstreamObserver() {
        @Override
        public void proven(long nanos) {
            proofs.add(nanos);
        }

        @Override
        public void itemsDecoded(int count) {}

        @Override
        public void readable(ObjectKey key) {}

        @Override
        public void unreadable(String description) {}
    };

    private final Path path = new Path(timers, DEAD_PEER, () -> {
        probes++;
        return Future.succeededFuture();
    });

    private RenewedWatch watch(FakeCarrier first, long from, Duration deadPeer) {
        RenewedWatch watch =
                new RenewedWatch(timers, deadPeer, path, first, ResourceVersion.of(from), observer, version -> {
                    asked.add(version.toString());
                    Promise<Carrier> answer = Promise.promise();
                    answers.add(answer);
                    return answer.future();
                });
        watch.start(event -> told.add(event.toString()), ending -> told.add(ending.name()));
        return watch;
    }

    private FakeCarrier alone() {
        return new FakeCarrier(FakeCarrier.Kind.ALONE);
    }

    private static WatchEvent modified(long version) {
        return new WatchEvent.Modified(Objects.pod("ns", "a", version));
    }

    private FakeCarrier answer() {
        FakeCarrier renewed = alone();
        answers.remove().complete(renewed);
        return renewed;
    }

    private static String told(long version) {
        return modified(version).toString();
    }

    @Test
    void aSilentWatchIsAskedForAgainAfterTheLastVersionAndTheNewOneTakesItsPlace() {
        // Given
        FakeCarrier old = alone();
        watch(old, 5, DEAD_PEER);
        old.send(modified(7));

        // When nothing comes for half of the limit
        timers.advance(HALF.plus(DEAD_PEER.dividedBy(8)));

        // Then
        assertEquals(List.of("7"), asked);
        long askedAt = timers.nanos();
        FakeCarrier renewed = answer();
        assertTrue(old.isStopped());
        assertTrue(renewed.isOpen());
        assertEquals(List.of(askedAt), proofs);

        // When
        old.send(modified(8));
        renewed.send(modified(8));

        // Then
        assertEquals(List.of(told(7), told(8)), told);
        assertEquals(0, probes);
    }

    @Test
    void anOldWatchThatSpeaksBeforeTheAnswerIsKept() {
        // Given
        FakeCarrier old = alone();
        watch(old, 5, DEAD_PEER);
        timers.advance(HALF);

        // When
        old.send(modified(6));
        FakeCarrier renewed = answer();

        // Then
        assertTrue(renewed.isStopped());
        assertTrue(old.isOpen());
        assertEquals(List.of(), proofs);
    }

    @Test
    void halfAnEventIsASignOfLifeToo() {
        // Given
        FakeCarrier old = alone();
        watch(old, 5, DEAD_PEER);
        timers.advance(HALF);

        // When
        old.sendPart();
        FakeCarrier renewed = answer();

        // Then
        assertTrue(renewed.isStopped());
        assertTrue(old.isOpen());
    }

    @Test
    void theAnswerToARenewalThatWasFollowedByAnotherIsClosed() {
        // Given
        FakeCarrier old = alone();
        watch(old, 5, DEAD_PEER);
        timers.advance(HALF);
        old.send(modified(6));
        timers.advance(HALF.plus(Duration.ofSeconds(2)));
        assertEquals(List.of("5", "6"), asked);

        // When
        FakeCarrier late = answer();

        // Then
        assertTrue(late.isStopped());

        // When
        FakeCarrier second = answer();

        // Then
        assertTrue(second.isOpen());
        assertTrue(old.isStopped());
    }

    @ParameterizedTest
    @EnumSource
    void whenTheOldOneEndsWhileTheNewOneIsOpeningTheEndIsToldOnceAndTheNewOneIsClosed(Ending ending) {
        // Given
        FakeCarrier old = alone();
        watch(old, 5, DEAD_PEER);
        timers.advance(HALF);

        // When
        old.end(ending);
        FakeCarrier renewed = answer();

        // Then
        assertEquals(List.of(ending.name()), told);
        assertTrue(renewed.isStopped());
        assertEquals(List.of(), timers.pending());
    }

    @Test
    void whatOpensAfterStopIsClosedAndNothingIsTold() {
        // Given
        FakeCarrier old = alone();
        RenewedWatch watch = watch(old, 5, DEAD_PEER);
        timers.advance(HALF);

        // When
        watch.stop();
        FakeCarrier renewed = answer();

        // Then
        assertTrue(old.isStopped());
        assertTrue(renewed.isStopped());
        assertEquals(List.of(), told);
        assertEquals(List.of(), timers.pending());
    }

    @ParameterizedTest
    @EnumSource(names = {"EXPIRED", "TOO_MANY_REQUESTS", "UNREACHABLE"})
    void aRefusedRenewalLeavesTheOldOneAndItIsGivenUpAtTheLimitIfItStaysSilent(Reason reason) {
        // Given
        FakeCarrier old = alone();
        watch(old, 5, DEAD_PEER);
        timers.advance(HALF);

        // When
        answers.remove().fail(new UpstreamException(reason, "no", null));

        // Then
        assertTrue(old.isOpen());
        assertEquals(List.of(), told);

        // When
        timers.advance(HALF);

        // Then
        assertEquals(List.of("LOST"), told);
        assertEquals(1, probes);
        assertEquals(List.of("5"), asked);
        assertFalse(old.isOpen());
    }

    @Test
    void theNewOneMayBeRenewedInItsTurn() {
        // Given
        watch(alone(), 5, DEAD_PEER);

        // When
        for (int i = 0; i < 10; i++) {
            timers.advance(HALF);
            answer();
        }

        // Then
        assertEquals(10, asked.size());
        assertEquals(List.of(), told);
        assertEquals(1, timers.pending().size());
    }

    @Test
    void aWatchThatHasNotReachedAVersionIsLeftAloneUntilItsListIsComplete() {
        // Given
        FakeCarrier first = alone();
        watch(first, 0, DEAD_PEER);
        first.send(new WatchEvent.Added(Objects.pod("ns", "a", 3)));
        first.send(new WatchEvent.Bookmark(ResourceVersion.of(2), false));

        // When
        timers.advance(DEAD_PEER.multipliedBy(2));

        // Then
        assertEquals(List.of(), asked);
        assertTrue(first.isOpen());

        // When
        first.send(new WatchEvent.Bookmark(ResourceVersion.of(9), true));
        timers.advance(HALF.plus(Duration.ofSeconds(2)));

        // Then
        assertEquals(List.of("9"), asked);
    }

    @Test
    void aLinkedWatchIsTrustedUntilSeveralBookmarksAreMissing() {
        // Given
        FakeCarrier linked = new FakeCarrier(FakeCarrier.Kind.LINKED);
        watch(linked, 5, DEAD_PEER);

        // When
        timers.advance(Duration.ofSeconds(80));

        // Then
        assertEquals(List.of(), asked);

        // When
        timers.advance(Duration.ofSeconds(11));

        // Then
        assertEquals(List.of("5"), asked);

        // When
        timers.advance(Duration.ofSeconds(90));

        // Then
        assertEquals(List.of("LOST"), told);
    }

    @Test
    void aLinkedWatchIsGivenItsTimeHoweverLongTheLimitIs() {
        // Given
        FakeCarrier linked = new FakeCarrier(FakeCarrier.Kind.LINKED);
        watch(linked, 5, Duration.ofHours(1));

        // When
        timers.advance(Duration.ofMinutes(29));

        // Then
        assertTrue(linked.isOpen());

        // When
        timers.advance(Duration.ofMinutes(1));

        // Then
        assertEquals(List.of("5"), asked);
        answer();
        assertEquals(List.of(), told);
    }
}
