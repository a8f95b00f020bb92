package dev.nearcache.reflector;

import static dev.nearcache.reflector.ReflectorTest.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FakeListerWatcher;
import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The streaming list of reflector.md 1.9; the rows of table 1.14 that begin with STREAM stand in the names. */
class StreamingListTest {
    private static final ApiStatus EXPIRED = ApiStatus.of(410, "Expired", "too old resource version: 5 (9)");
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(1600);

    private final ManualTimers timers = new ManualTimers();
    private final FakeListerWatcher server = new FakeListerWatcher();
    private final RecordingSink sink = new RecordingSink();
    private final RecordingObserver observer = new RecordingObserver();
    private final Reflector reflector = reflector(WatchList.AUTO);

    private Reflector reflector(WatchList watchList) {
        Backoff backoff = Backoff.fresh(Duration.ofMillis(800), Duration.ofSeconds(30), 0);
        ReflectorSettings settings = new ReflectorSettings(
                500,
                Duration.ofMinutes(5),
                backoff,
                watchList,
                Duration.ofSeconds(30),
                Duration.ZERO,
                Duration.ZERO,
                () -> Allowance.UNLIMITED);
        return new Reflector(server, sink, settings, timers, new Random(1), observer);
    }

    private static WatchEvent end(long version) {
        return new WatchEvent.Bookmark(ResourceVersion.of(version), true);
    }

    private static WatchEvent bookmark(long version) {
        return new WatchEvent.Bookmark(ResourceVersion.of(version), false);
    }

    private FakeWatch synced(long version) {
        reflector.start();
        FakeWatch watch = server.openWatch();
        watch.send(end(version));
        server.requests();
        sink.calls();
        return watch;
    }

    @Test
    void theObjectsBeforeTheEndMarkAreTheListAndWhatFollowsIsTheWatch() {
        // Given
        reflector.start();
        FakeWatch watch = server.openWatch();

        // When
        watch.send(new WatchEvent.Added(object("a", 3)));
        watch.send(new WatchEvent.Added(object("b", 4)));
        watch.send(new WatchEvent.Modified(object("a", 8)));
        watch.send(new WatchEvent.Deleted(object("b", 9)));
        watch.send(bookmark(9));
        assertEquals(List.of(), sink.calls());
        watch.send(end(10));
        watch.send(new WatchEvent.Added(object("c", 11)));
        watch.close();

        // Then
        assertEquals(List.of("replace [ns/a@8] at 10", "add ns/c@11"), sink.calls());
        assertEquals(List.of("stream rv=0", "watch rv=11"), server.requests());
        assertEquals(List.of(), observer.failures());
    }

    @Test
    void anEmptyCollectionIsAnEndMarkAlone() {
        // Given
        reflector.start();

        // When
        server.openWatch().send(end(10));

        // Then
        assertEquals(List.of("replace [] at 10"), sink.calls());
    }

    @Test
    void aRelistIsAnotherStreamAtOurVersion() {
        // Given
        FakeWatch watch = synced(10);

        // When
        watch.send(new WatchEvent.Failed(EXPIRED));
        assertEquals(List.of(), server.requests());
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("stream rv=10"), server.requests());
        assertTrue(watch.stopped());
    }

    @ParameterizedTest(name = "STREAM open | {0} | wait backoff, STREAM again")
    @EnumSource(
            value = Reason.class,
            names = {"CONNECTION_REFUSED", "TOO_MANY_REQUESTS"})
    void aServerThatIsBusyIsAskedForTheStreamAgain(Reason reason) {
        // Given
        reflector.start();
        server.requests();

        // When
        server.failWatch(reason);
        assertEquals(List.of(), server.requests());
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("stream rv=0"), server.requests());
    }

    @ParameterizedTest(name = "STREAM open | {0} | STREAM again at once, at the newest version")
    @EnumSource(
            value = Reason.class,
            names = {"EXPIRED", "GONE", "TOO_LARGE_VERSION"})
    void aRefusedVersionIsStreamedAtTheNewestOnceAtOnceThenAfterTheBackoff(Reason reason) {
        // Given
        FakeWatch watch = synced(10);
        watch.send(new WatchEvent.Failed(EXPIRED));
        timers.advance(FIRST_BACKOFF);
        server.requests();

        // When
        server.failWatch(reason);

        // Then
        assertEquals(List.of("stream rv=0"), server.requests());

        // When it is refused again
        server.failWatch(reason);

        // Then it is no hot loop (1.20, hazard 1)
        assertEquals(List.of(), server.requests());
        timers.advance(FIRST_BACKOFF.multipliedBy(2));
        assertEquals(List.of("stream rv=0"), server.requests());
    }

    @ParameterizedTest(name = "STREAM open | {0} | LIST in the same cycle")
    @EnumSource(
            value = Reason.class,
            names = {"REJECTED", "INTERNAL", "FORBIDDEN", "UNAUTHORIZED", "NOT_FOUND", "UNREACHABLE", "BAD_ANSWER"})
    void aServerThatCannotStreamIsListedAtOnce(Reason reason) {
        // Given
        reflector.start();

        // When
        server.failWatch(reason);
        server.answerList(7);

        // Then
        assertEquals(List.of("stream rv=0", "list rv=0 limit=500", "watch rv=7"), server.requests());
    }

    @Test
    void theNextCycleTriesToStreamAgain() {
        // Given
        reflector.start();
        server.failWatch(Reason.REJECTED);
        server.answerList(7);
        FakeWatch watch = server.openWatch();
        server.requests();

        // When
        watch.send(new WatchEvent.Failed(EXPIRED));
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("stream rv=7"), server.requests());
    }

    @Test
    void anErrorBeforeTheEndMarkIsListedAtOnceAndWhatCameIsDropped() {
        // Given
        reflector.start();
        FakeWatch watch = server.openWatch();
        watch.send(new WatchEvent.Added(object("a", 3)));

        // When
        watch.send(new WatchEvent.Failed(ApiStatus.of(500, "InternalError", "no")));
        watch.send(new WatchEvent.Added(object("b", 4)));
        server.answerList(7);

        // Then
        assertEquals(List.of("stream rv=0", "list rv=0 limit=500", "watch rv=7"), server.requests());
        assertEquals(List.of("replace [] at 7"), sink.calls());
        assertTrue(watch.stopped());
    }

    @Test
    void aStreamThatIsCutShortIsAskedForOnceMoreThenListed() {
        // Given
        reflector.start();
        FakeWatch watch = server.openWatch();
        watch.send(new WatchEvent.Added(object("a", 3)));

        // When
        watch.close();

        // Then what came is dropped, and the next waits (1.20, hazard 1)
        assertEquals(List.of("stream rv=0"), server.requests());
        timers.advance(FIRST_BACKOFF);
        assertEquals(List.of("stream rv=0"), server.requests());

        // When
        FakeWatch second = server.openWatch();
        timers.advance(Duration.ofSeconds(1));
        second.close();

        // Then
        assertEquals(List.of("list rv=0 limit=500"), server.requests());
    }

    @Test
    void aVeryShortStreamIsListedAtOnce() {
        // Given
        reflector.start();

        // When
        server.openWatch().close();

        // Then
        assertEquals(List.of("stream rv=0", "list rv=0 limit=500"), server.requests());
    }

    @Test
    void aServerThatNeverMarksTheEndIsListedInBoundedTime() {
        // Given
        reflector.start();
        FakeWatch watch = server.openWatch();
        server.requests();

        // When objects come, slowly
        for (int i = 1; i <= 3; i++) {
            timers.advance(Duration.ofSeconds(20));
            watch.send(new WatchEvent.Added(object("a" + i, i)));
        }

        // Then it is a long list
        assertEquals(List.of(), server.requests());

        // When nothing but bookmarks, and objects that it has brought already, come
        for (int i = 0; i < 3; i++) {
            timers.advance(Duration.ofSeconds(20));
            watch.send(bookmark(20 + i));
            watch.send(new WatchEvent.Added(object("a1", 30 + i)));
        }

        // Then
        assertEquals(List.of("list rv=0 limit=500"), server.requests());
        assertTrue(watch.stopped());
    }

    @Test
    void aServerThatNeverMarksTheEndWhileObjectsAreMadeIsListedInBoundedTime() {
        // Given
        reflector.start();
        FakeWatch watch = server.openWatch();
        server.requests();

        // When
        for (int i = 1; i <= 5; i++) {
            timers.advance(Duration.ofSeconds(20));
            watch.send(new WatchEvent.Added(object("made" + i, i)));
        }
        assertEquals(List.of(), server.requests());
        timers.advance(Duration.ofSeconds(20));

        // Then
        assertEquals(List.of("list rv=0 limit=500"), server.requests());
        assertTrue(watch.stopped());
    }

    @Test
    void withoutFallbackAServerThatCannotStreamIsAskedAgainAfterTheBackoff() {
        // Given
        reflector(WatchList.ALWAYS).start();
        server.requests();

        // When
        server.failWatch(Reason.REJECTED);
        assertEquals(List.of(), server.requests());
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("stream rv=0"), server.requests());
    }

    @Test
    void stopClosesAStreamThatIsOpenAndOneThatOpensAfterwards() {
        // Given
        reflector.start();
        FakeWatch open = server.openWatch();

        // When
        reflector.stop();

        // Then
        assertTrue(open.stopped());
        assertEquals(List.of(), timers.pending());
    }

    @Test
    void stopEndsAWaitBetweenStreams() {
        // Given
        reflector.start();
        server.failWatch(Reason.TOO_MANY_REQUESTS);
        server.requests();

        // When (1.20, hazard 2)
        reflector.stop();
        timers.advance(Duration.ofMinutes(1));

        // Then
        assertEquals(List.of(), server.requests());
    }
}
