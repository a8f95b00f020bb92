package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
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
    private static final Duration TICK = DEAD_PEER.dividedBy(8);

    /** From one question to the next. */
    private static final Duration PAUSE = TICK.multipliedBy(3);

    private final ManualTimers timers = new ManualTimers();
    private final List<String> asked = new ArrayList<>();
    private final Deque<Long> askedAt = new ArrayDeque<>();
    private final Deque<Promise<ResourceVersion>> counts = new ArrayDeque<>();
    private final Deque<Promise<Carrier>> answers = new ArrayDeque<>();
    private final List<String> told = new ArrayList<>();
    private final List<Long> proofs = new ArrayList<>();
    private int probes;

    private final UpstreamObserver observer = new UpstreamObserver() {
        @Override
        public void proven(long nanos) {
            proofs.add(nanos);
        }
    };

    private final Path path = new Path(timers, DEAD_PEER, () -> {
        probes++;
        return Future.succeededFuture();
    });

    private final RenewedWatch.Source source = new RenewedWatch.Source() {
        @Override
        public Future<Carrier> open(ResourceVersion after) {
            asked.add(after.toString());
            askedAt.add(timers.nanos());
            Promise<Carrier> answer = Promise.promise();
            answers.add(answer);
            return answer.future();
        }

        @Override
        public Future<ResourceVersion> newest() {
            Promise<ResourceVersion> answer = Promise.promise();
            counts.add(answer);
            return answer.future();
        }
    };

    private RenewedWatch watch(FakeCarrier first, long from, Duration deadPeer) {
        return watch(first, WatchOptions.after(ResourceVersion.of(from), Duration.ofMinutes(5)), deadPeer);
    }

    private RenewedWatch watch(FakeCarrier first, WatchOptions options, Duration deadPeer) {
        RenewedWatch watch =
                new RenewedWatch(timers, deadPeer, path, first, WatchProgress.of(options), observer, source);
        watch.start(event -> told.add(event.toString()), ending -> told.add(ending.name()));
        return watch;
    }

    private FakeCarrier linked() {
        return new FakeCarrier(FakeCarrier.Kind.LINKED, timers.nanos());
    }

    private FakeCarrier alone() {
        return new FakeCarrier(FakeCarrier.Kind.ALONE, timers.nanos());
    }

    private static WatchEvent modified(long version) {
        return new WatchEvent.Modified(Objects.pod("ns", "a", version));
    }

    private FakeCarrier answer() {
        FakeCarrier renewed = new FakeCarrier(FakeCarrier.Kind.ALONE, askedAt.remove());
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

        // When nothing comes for a while
        timers.advance(PAUSE);

        // Then
        assertEquals(List.of("7"), asked);
        FakeCarrier renewed = answer();
        assertTrue(old.isStopped());
        assertTrue(renewed.isOpen());

        // When
        timers.advance(TICK);

        // Then
        assertEquals(List.of(PAUSE.toNanos()), proofs);

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
        timers.advance(PAUSE);

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
        timers.advance(PAUSE);

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
        timers.advance(PAUSE);
        old.send(modified(6));
        timers.advance(PAUSE.plus(TICK));
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
        timers.advance(PAUSE);

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
        timers.advance(PAUSE);

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
        timers.advance(PAUSE);

        // When
        answers.remove().fail(new UpstreamException(reason, "no", null));

        // Then
        assertTrue(old.isOpen());
        assertEquals(List.of(), told);

        // When
        timers.advance(DEAD_PEER.minus(PAUSE));

        // Then
        assertEquals(List.of("LOST"), told);
        assertEquals(1, probes);
        assertEquals(List.of("5", "5"), asked);
        assertFalse(old.isOpen());
    }

    @Test
    void theNewOneMayBeRenewedInItsTurn() {
        // Given
        watch(alone(), 5, DEAD_PEER);

        // When
        for (int i = 0; i < 10; i++) {
            timers.advance(PAUSE);
            answer();
        }

        // Then
        assertEquals(10, asked.size());
        assertEquals(List.of(), told);
        assertEquals(2, timers.pending().size());
    }

    @Test
    void aWatchThatHasNotReachedAVersionIsLeftAloneUntilItsListIsComplete() {
        // Given
        FakeCarrier first = alone();
        watch(first, WatchOptions.listing(ResourceVersion.NONE, Duration.ofMinutes(5)), DEAD_PEER);
        first.send(modified(4));
        first.send(new WatchEvent.Added(Objects.pod("ns", "a", 3)));
        first.send(new WatchEvent.Bookmark(ResourceVersion.of(2), false));

        // When
        timers.advance(DEAD_PEER.multipliedBy(2));

        // Then
        assertEquals(List.of(), asked);
        assertTrue(first.isOpen());

        // When
        first.send(new WatchEvent.Bookmark(ResourceVersion.of(9), true));
        timers.advance(TICK.multipliedBy(2));

        // Then
        assertEquals(List.of("9"), asked);
    }

    @Test
    void aLinkedWatchIsTrustedUntilItsBookmarkIsOverdueHoweverWellItsConnectionAnswers() {
        // Given
        FakeCarrier linked = linked();
        watch(linked, 5, DEAD_PEER);
        for (int i = 0; i < 16; i++) {
            timers.advance(Duration.ofSeconds(4));
            linked.answer(timers.nanos());
        }
        assertEquals(16, proofs.size());
        assertEquals(List.of(), asked);

        // When a minute has passed without a bookmark
        timers.advance(Duration.ofSeconds(2));

        // Then
        assertEquals(List.of("5"), asked);

        // When
        linked.answer(timers.nanos());

        // Then
        assertEquals(16, proofs.size(), "a proxy may answer for a server that is dead");

        // When
        timers.advance(Duration.ofSeconds(8));

        // Then
        assertEquals(List.of("LOST"), told);
    }

    @Test
    void aLinkedWatchThatBringsBookmarksIsNeverAskedForAgain() {
        // Given
        FakeCarrier linked = linked();
        watch(linked, 5, DEAD_PEER);

        // When
        for (int version = 6; version < 20; version++) {
            timers.advance(Duration.ofSeconds(62));
            linked.answer(timers.nanos());
            linked.send(new WatchEvent.Bookmark(ResourceVersion.of(version), false));
        }

        // Then
        assertEquals(List.of(), asked);
        assertEquals(14, proofs.size());
        assertEquals(0, counts.size());
    }

    @Test
    void aLinkedWatchIsGivenItsTimeHoweverLongTheLimitIs() {
        // Given
        FakeCarrier linked = linked();
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

    @Test
    void whatArrivesIsNoProofThatItIsNew() {
        // Given: the path holds everything back, and what it delivers is older and older
        FakeCarrier slow = alone();
        watch(slow, 5, DEAD_PEER);

        // When
        for (int version = 6; version < 60; version++) {
            timers.advance(TICK.dividedBy(2));
            slow.send(modified(version));
        }

        // Then
        assertEquals(List.of(), proofs);
        assertEquals(List.of(), asked);
        assertEquals(1, counts.size());

        // When the answer comes, and what was there when the question was sent
        counts.remove().complete(ResourceVersion.of(62));
        slow.send(modified(61));
        assertEquals(List.of(), proofs);
        slow.send(modified(62));

        // Then
        assertEquals(List.of(PAUSE.toNanos()), proofs);
    }

    @Test
    void aWatchThatIsBusyAndHealthyIsProvenTwiceInTheLimit() {
        // Given
        FakeCarrier busy = alone();
        watch(busy, 0, DEAD_PEER);
        busy.send(modified(1));

        // When
        long version = 1;
        for (int i = 0; i < 80; i++) {
            timers.advance(TICK.dividedBy(2));
            version++;
            if (!counts.isEmpty()) {
                counts.remove().complete(ResourceVersion.of(version));
            }
            busy.send(modified(version));
        }

        // Then
        assertEquals(List.of(), asked);
        long before = 0;
        for (long proof : proofs) {
            assertTrue(proof - before <= DEAD_PEER.dividedBy(2).toNanos(), () -> "proofs at " + proofs);
            before = proof;
        }
        assertTrue(proofs.size() <= 40 / 3 && proofs.size() >= 10, () -> "proofs at " + proofs);
    }

    @Test
    void anEventThatDripsProvesNothingUntilItIsWhole() {
        // Given
        FakeCarrier drips = alone();
        watch(drips, 5, DEAD_PEER);

        // When
        for (int i = 0; i < 100; i++) {
            timers.advance(Duration.ofSeconds(1));
            drips.sendPart();
            counts.forEach(count -> count.tryComplete(ResourceVersion.of(6)));
        }

        // Then
        assertEquals(List.of(), proofs);
        assertEquals(1, counts.size());

        // When
        drips.send(modified(6));

        // Then
        assertEquals(List.of(PAUSE.toNanos()), proofs);
    }

    @Test
    void aWatchThatFallsSilentBeforeItHasCaughtUpIsAskedForAgain() {
        // Given: what was asked for is newer than the last event, since other types change
        FakeCarrier old = alone();
        watch(old, 5, DEAD_PEER);
        timers.advance(PAUSE.minusSeconds(1));
        old.send(modified(6));
        timers.advance(Duration.ofSeconds(1));
        counts.remove().complete(ResourceVersion.of(9));

        // When
        timers.advance(TICK);

        // Then
        assertEquals(List.of("6"), asked);
        answer();
        timers.advance(TICK);
        assertEquals(List.of(PAUSE.plus(TICK).toNanos()), proofs);
    }

    @Test
    void aRenewedWatchThatHasAPastToTellMustCatchUpFirst() {
        // Given
        FakeCarrier old = alone();
        watch(old, 5, DEAD_PEER);
        timers.advance(PAUSE);

        // When
        FakeCarrier renewed = answer();
        renewed.send(modified(6));
        timers.advance(TICK);

        // Then
        assertEquals(List.of(), proofs);
    }

    @Test
    void aServerThatHasNoVersionForItsListsSaysAtLeastThatTheWayIsOpen() {
        // Given
        FakeCarrier busy = alone();
        watch(busy, 5, DEAD_PEER);
        timers.advance(PAUSE.minusSeconds(1));
        busy.send(modified(6));
        timers.advance(Duration.ofSeconds(1));

        // When
        counts.remove().complete(ResourceVersion.NONE);
        assertEquals(List.of(), proofs);
        busy.send(modified(7));

        // Then
        assertEquals(List.of(PAUSE.toNanos()), proofs);
    }

    @Test
    void aQuestionThatNobodyAnswersProvesNothingAndIsAskedAgain() {
        // Given
        FakeCarrier busy = alone();
        watch(busy, 5, DEAD_PEER);
        timers.advance(PAUSE.minusSeconds(1));
        busy.send(modified(6));
        timers.advance(Duration.ofSeconds(1));

        // When
        counts.remove().fail(new UpstreamException(Reason.UNREACHABLE, "no", null));
        busy.send(modified(7));
        timers.advance(TICK);

        // Then
        assertEquals(List.of(), proofs);
        assertEquals(1, counts.size());

        // When the answer is a failure: somebody is there
        counts.remove().fail(new UpstreamException(Reason.TOO_MANY_REQUESTS, "no", null));
        busy.send(modified(8));

        // Then
        assertEquals(List.of(PAUSE.plus(TICK).toNanos()), proofs);
    }

    @Test
    void aWatchThatBeganWithoutAVersionGoesOnFromTheFirstThatSaysHowFarItHasCome() {
        // Given: the objects that there are come in any order
        FakeCarrier first = alone();
        watch(first, 0, DEAD_PEER);
        first.send(new WatchEvent.Added(Objects.pod("ns", "b", 9)));
        first.send(new WatchEvent.Added(Objects.pod("ns", "a", 3)));
        first.send(modified(12));

        // When
        timers.advance(PAUSE);

        // Then
        assertEquals(List.of("12"), asked);
    }

    @Test
    void aWatchThatNeverHasAVersionIsAskedForFromItsBeginningWhenItIsSilent() {
        // Given
        FakeCarrier first = alone();
        watch(first, 0, DEAD_PEER);
        first.send(new WatchEvent.Added(Objects.pod("ns", "b", 9)));

        // When
        timers.advance(PAUSE);

        // Then
        assertEquals(List.of(ResourceVersion.NONE.toString()), asked);
        FakeCarrier renewed = answer();
        assertTrue(first.isStopped());
        timers.advance(TICK);
        assertEquals(List.of(PAUSE.toNanos()), proofs);

        // When nobody answers any more
        timers.advance(DEAD_PEER);

        // Then
        assertEquals("LOST", told.get(told.size() - 1));
        assertFalse(renewed.isOpen());
    }
}
