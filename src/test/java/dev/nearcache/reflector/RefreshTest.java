package dev.nearcache.reflector;

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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RefreshTest {
    private static final Duration PERIOD = Duration.ofMinutes(30);
    private static final Duration BACKOFF = Duration.ofMillis(1600);

    private final ManualTimers timers = new ManualTimers();
    private final FakeListerWatcher server = new FakeListerWatcher();
    private final RecordingSink sink = new RecordingSink();
    private final RecordingObserver observer = new RecordingObserver();
    private final Reflector reflector = reflector(PERIOD);

    private Reflector reflector(Duration safetyRelist) {
        return new Reflector(
                server,
                sink,
                new ReflectorSettings(
                        500,
                        Duration.ofMinutes(5),
                        Backoff.fresh(Duration.ofMillis(800), Duration.ofSeconds(30), 0),
                        WatchList.NEVER,
                        Duration.ofSeconds(30),
                        Duration.ZERO,
                        safetyRelist,
                        () -> Allowance.UNLIMITED),
                timers,
                new Random(1),
                observer);
    }

    private FakeWatch watchingFrom(long version) {
        reflector.start();
        server.answerList(version);
        FakeWatch watch = server.openWatch();
        server.requests();
        sink.calls();
        return watch;
    }

    private static WatchEvent modified(String name, long version) {
        return new WatchEvent.Modified(ReflectorTest.object(name, version));
    }

    private static WatchEvent deleted(String name, long version) {
        return new WatchEvent.Deleted(ReflectorTest.object(name, version));
    }

    private List<String> replaced(long at, String... objects) {
        return List.of(
                "replace " + Arrays.stream(objects).map(ReflectorScript::object).toList() + " at " + at);
    }

    @Test
    void listsAtTheNewestVersionInTheLastFifthOfThePeriodAndTheWatchGoesOn() {
        // Given
        FakeWatch watch = watchingFrom(5);

        // When
        timers.advance(PERIOD.multipliedBy(4).dividedBy(5));
        assertEquals(List.of(), server.requests());
        timers.advance(PERIOD.dividedBy(5));

        // Then
        assertEquals(List.of("list rv= limit=500"), server.requests());
        server.answerList(8, ReflectorTest.object("a", 7));
        assertEquals(replaced(8, "a@7"), sink.calls());
        assertTrue(!watch.stopped());
        assertEquals(1, timers.pending().size());
    }

    @Test
    void whatComesMeanwhileAndIsNewerIsLaidOverTheList() {
        // Given
        FakeWatch watch = watchingFrom(5);
        reflector.refresh(RefreshCause.MISMATCH);

        // When
        watch.send(modified("old", 7));
        watch.send(deleted("again", 8));
        watch.send(modified("new", 12));
        watch.send(deleted("gone", 13));
        sink.calls();
        server.answerList(
                10,
                ReflectorTest.object("old", 9),
                ReflectorTest.object("again", 10),
                ReflectorTest.object("new", 6),
                ReflectorTest.object("gone", 6));

        // Then
        assertEquals(replaced(13, "old@9", "again@10", "new@12"), sink.calls());
    }

    @Test
    void whatComesLaterAndIsOlderIsDropped() {
        // Given
        FakeWatch watch = watchingFrom(5);
        reflector.refresh(RefreshCause.MISMATCH);
        server.answerList(10, ReflectorTest.object("a", 9));
        sink.calls();

        // When
        watch.send(deleted("a", 7));
        watch.send(new WatchEvent.Added(ReflectorTest.object("a", 9)));
        watch.send(modified("b", 10));
        watch.send(modified("a", 11));

        // Then
        assertEquals(List.of("update " + ReflectorTest.object("a", 11)), sink.calls());
    }

    @Test
    void neitherBookmarksNorTheNextWatchGoBackBehindTheList() {
        // Given
        FakeWatch watch = watchingFrom(5);
        reflector.refresh(RefreshCause.MISMATCH);
        server.answerList(10);
        server.requests();
        sink.calls();

        // When
        watch.send(new WatchEvent.Bookmark(ResourceVersion.of(7), false));
        watch.send(modified("a", 8));
        watch.close();

        // Then
        assertEquals(List.of("bookmark 10"), sink.calls());
        assertEquals(List.of("watch rv=10"), server.requests());

        // When
        server.failWatch(Reason.EXPIRED);
        timers.advance(BACKOFF);

        // Then
        assertEquals(List.of("list rv=10 limit=0"), server.requests());
    }

    @Test
    void aListOfTheMainPathEndsTheOneBesideIt() {
        // Given
        FakeWatch watch = watchingFrom(5);
        reflector.refresh(RefreshCause.MISMATCH);
        watch.send(new WatchEvent.Failed(ApiStatus.of(410, "Expired", "too old")));
        timers.advance(BACKOFF);
        assertEquals(List.of("list rv= limit=500", "list rv=5 limit=0"), server.requests());

        // When both are answered, the older one last
        reflector.refresh(RefreshCause.MISMATCH);
        server.answerList(10);
        server.answerList(7);

        // Then
        assertEquals(List.of("replace [] at 7"), sink.calls());
        assertEquals(List.of("watch rv=7"), server.requests());
    }

    @Test
    void nothingIsListedBesideAListThatIsOnItsWayNorBeforeTheFirst() {
        // When
        reflector.refresh(RefreshCause.MISMATCH);
        reflector.start();
        reflector.refresh(RefreshCause.MISMATCH);

        // Then
        assertEquals(List.of("list rv=0 limit=500"), server.requests());
    }

    @Test
    void afterStopNothingIsListedAndNoTimerIsLeft() {
        // Given
        watchingFrom(5);
        reflector.refresh(RefreshCause.MISMATCH);

        // When
        reflector.stop();
        server.requests();
        reflector.refresh(RefreshCause.MISMATCH);
        server.answerList(10);

        // Then
        assertEquals(List.of(), server.requests());
        assertEquals(List.of(), sink.calls());
        assertEquals(List.of(), timers.pending());
    }

    @Test
    void whoAsksTwiceGetsOneList() {
        // Given
        watchingFrom(5);

        // When
        reflector.refresh(RefreshCause.MISMATCH);
        reflector.refresh(RefreshCause.SAFETY);

        // Then
        assertEquals(1, server.requests().size());
    }

    @Test
    void aFailureIsTriedAgainLaterAndTheWatchGoesOn() {
        // Given
        FakeWatch watch = watchingFrom(5);
        reflector.refresh(RefreshCause.MISMATCH);
        server.requests();

        // When
        server.failList(Reason.INTERNAL);
        watch.send(modified("a", 6));

        // Then
        assertEquals(List.of("update " + ReflectorTest.object("a", 6)), sink.calls());
        assertEquals(List.of(), observer.failures());

        // When
        timers.advance(Duration.ofSeconds(30));

        // Then
        assertEquals(List.of("list rv= limit=500"), server.requests());
    }

    @Test
    void aListWithoutAVersionCannotBeLaidOverAWatch() {
        // Given
        watchingFrom(5);
        reflector.refresh(RefreshCause.MISMATCH);
        server.requests();

        // When
        server.answerList(0, ReflectorTest.object("a", 4));

        // Then
        assertEquals(List.of(), sink.calls());
        assertEquals(List.of(), observer.failures(), "no word of another history");
        timers.advance(Duration.ofSeconds(30));
        assertEquals(List.of("list rv= limit=500"), server.requests());
    }

    @Test
    void aListOlderThanWhatIsHeldIsAnotherHistoryAndIsListedAnew() {
        // Given
        FakeWatch watch = watchingFrom(50);
        reflector.refresh(RefreshCause.SAFETY);
        server.requests();

        // When
        server.answerList(20);

        // Then
        assertTrue(watch.stopped());
        assertEquals(List.of(), sink.calls());
        timers.advance(BACKOFF);
        assertEquals(List.of("list rv= limit=500"), server.requests());
        server.answerList(21, ReflectorTest.object("a", 3));
        assertEquals(replaced(21, "a@3"), sink.calls());

        // When
        server.openWatch().send(modified("a", 22));

        // Then
        assertEquals(List.of("update " + ReflectorTest.object("a", 22)), sink.calls());
    }

    @Test
    void aHistoryThatWentBackWhileNobodyAnsweredIsFoundByTheQuestionForTheNewestVersion() {
        // Given
        FakeWatch watch = watchingFrom(50);

        // When the watch breaks off, and the one that follows opens on a server that waits for a version to come
        timers.advance(Duration.ofSeconds(2));
        watch.lose();
        FakeWatch next = server.openWatch();

        // Then
        assertEquals(List.of("watch rv=50", "newest"), server.requests());
        server.answerNewest(20);
        assertTrue(next.stopped());
        timers.advance(BACKOFF);
        assertEquals(List.of("list rv= limit=500"), server.requests());
    }

    @Test
    void aServerThatPagesWhateverItIsAskedForAndLosesThePagesIsNoHotLoop() {
        // Given
        watchingFrom(5);
        reflector.refresh(RefreshCause.MISMATCH);

        // When
        server.answerPage(8, "two", ReflectorTest.object("a", 7));
        server.refuseList(ApiStatus.of(410, "Expired", "too old"));
        server.answerPage(8, "two", ReflectorTest.object("a", 7));
        server.refuseList(ApiStatus.of(410, "Expired", "too old"));

        // Then
        assertEquals(4, server.requests().size());
        timers.advance(Duration.ofSeconds(29));
        assertEquals(List.of(), server.requests());
        timers.advance(Duration.ofSeconds(1));
        assertEquals(List.of("list rv= limit=500"), server.requests());
    }
}
