package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FakeListerWatcher;
import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The behaviour of reflector.md 1.5 to 1.15, CL-03 and CL-04; the rows of table 1.14 stand in the names. */
class ReflectorTest {
    private static final ApiStatus EXPIRED = ApiStatus.of(410, "Expired", "too old resource version: 5 (9)");
    private static final ApiStatus TOO_MANY = ApiStatus.of(429, "TooManyRequests", "slow down");
    /** The longest that the first wait after a failure can be: twice its base of 800 ms. */
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(1600);

    private final ManualTimers timers = new ManualTimers();
    private final FakeListerWatcher server = new FakeListerWatcher();
    private final RecordingSink sink = new RecordingSink();
    private final RecordingObserver observer = new RecordingObserver();
    private final Reflector reflector = reflector(Duration.ZERO);

    private Reflector reflector(Duration resync) {
        Backoff backoff = Backoff.fresh(Duration.ofMillis(800), Duration.ofSeconds(30), 0);
        return new Reflector(
                server,
                sink,
                new ReflectorSettings(
                        500,
                        Duration.ofMinutes(5),
                        backoff,
                        WatchList.NEVER,
                        Duration.ofSeconds(30),
                        resync,
                        Duration.ZERO,
                        () -> Allowance.UNLIMITED),
                timers,
                new Random(1),
                observer);
    }

    static KubeObject object(String name, long version) {
        byte[] json = "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return new KubeObject(
                new ObjectKey("ns", name),
                ResourceVersion.of(version),
                "uid-" + name,
                Map.of(),
                List.of(),
                ObjectCodec.none().encode(json, 0, json.length));
    }

    private FakeWatch watchingFrom(long version) {
        reflector.start();
        server.answerList(version);
        FakeWatch watch = server.openWatch();
        server.requests();
        sink.calls();
        return watch;
    }

    private void assertNothingAsked() {
        assertEquals(List.of(), server.requests());
    }

    @Test
    void listsAtAnyVersionThenWatchesFromTheListsVersion() {
        // When
        reflector.start();
        server.answerList(7, object("a", 3));

        // Then
        assertEquals(List.of("list rv=0 limit=500", "watch rv=7"), server.requests());
        assertEquals(List.of("replace [ns/a@3] at 7"), sink.calls());
        long seconds = server.watchSeconds().get(0);
        assertTrue(seconds >= 300 && seconds < 600, "asked for " + seconds + " s");
    }

    @Test
    void pagesCarryTheTokenButNoVersionAndTheListHasTheFirstPagesVersion() {
        // Given
        reflector.start();

        // When
        server.answerPage(7, "two", object("a", 1));
        server.answerPage(8, "three", object("b", 2));
        server.answerList(9, object("c", 3));

        // Then
        assertEquals(
                List.of(
                        "list rv=0 limit=500",
                        "list rv= limit=500 continue=two",
                        "list rv= limit=500 continue=three",
                        "watch rv=7"),
                server.requests());
        assertEquals(List.of("replace [ns/a@1, ns/b@2, ns/c@3] at 7"), sink.calls());
    }

    @Test
    void aRelistIsNotPagedUnlessTheServerHasPagedAListAtAnyVersion() {
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        watch.send(new WatchEvent.Failed(EXPIRED));
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("list rv=7 limit=0"), server.requests());
    }

    @Test
    void aRelistIsPagedOnceTheServerHasPagedAListAtAnyVersion() {
        // Given
        reflector.start();
        server.answerPage(7, "two", object("a", 1));
        server.answerList(7, object("b", 2));
        FakeWatch watch = server.openWatch();
        server.requests();

        // When
        watch.send(new WatchEvent.Failed(EXPIRED));
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("list rv=7 limit=500"), server.requests());
    }

    @ParameterizedTest(name = "LIST | {0} {1} | list again at once, once")
    @CsvSource({"410,Expired", "410,Gone", "410,''"})
    void aRefusedVersionIsListedAgainAtOnceAtTheNewest(int code, String reason) {
        // Given
        FakeWatch watch = watchingFrom(7);
        watch.send(new WatchEvent.Failed(EXPIRED));
        timers.advance(FIRST_BACKOFF);

        // When
        server.refuseList(ApiStatus.of(code, reason, "too old"));

        // Then
        assertEquals(List.of("list rv=7 limit=0", "list rv= limit=0"), server.requests());
    }

    @Test
    void aSecondRefusalWaitsAndTheNextCycleStartsAtTheNewest() {
        // Given
        FakeWatch watch = watchingFrom(7);
        watch.send(new WatchEvent.Failed(EXPIRED));
        timers.advance(FIRST_BACKOFF);
        server.refuseList(EXPIRED);

        // When
        server.refuseList(EXPIRED);
        timers.advance(Duration.ofMillis(1599));
        server.requests();
        timers.advance(Duration.ofMillis(1601));

        // Then
        assertEquals(List.of("list rv= limit=500"), server.requests());
    }

    @Test
    void aVersionInTheServersFutureIsListedAgainAtOnceAtTheNewest() {
        // Given
        FakeWatch watch = watchingFrom(7);
        watch.send(new WatchEvent.Failed(EXPIRED));
        timers.advance(FIRST_BACKOFF);

        // When
        server.refuseList(new ApiStatus(
                504,
                "Timeout",
                "Too large resource version: 7, current: 3",
                List.of(new ApiStatus.Cause("ResourceVersionTooLarge", "Too large resource version")),
                Duration.ofSeconds(1)));

        // Then
        assertEquals(List.of("list rv=7 limit=0", "list rv= limit=0"), server.requests());
    }

    @Test
    void aLaterPageThatExpiredIsListedWholeAtTheVersionFirstAskedFor() {
        // Given
        reflector.start();
        server.answerPage(7, "two", object("a", 1));

        // When
        server.refuseList(EXPIRED);
        server.answerList(9, object("b", 2));

        // Then
        assertEquals(
                List.of("list rv=0 limit=500", "list rv= limit=500 continue=two", "list rv=0 limit=0", "watch rv=9"),
                server.requests());
        assertEquals(List.of("replace [ns/b@2] at 9"), sink.calls());
    }

    @Test
    void aLaterPageThatIsGoneStartsAgainAtTheNewest() {
        // Given
        reflector.start();
        server.answerPage(7, "two", object("a", 1));

        // When
        server.refuseList(ApiStatus.of(410, "Gone", "gone"));

        // Then
        assertEquals(
                List.of("list rv=0 limit=500", "list rv= limit=500 continue=two", "list rv= limit=500"),
                server.requests());
    }

    @ParameterizedTest(name = "LIST | {0} | relist")
    @CsvSource({
        "TOO_MANY_REQUESTS",
        "CONNECTION_REFUSED",
        "UNAUTHORIZED",
        "FORBIDDEN",
        "NOT_FOUND",
        "INTERNAL",
        "REJECTED",
        "UNREACHABLE",
        "BAD_ANSWER"
    })
    void anyOtherListFailureIsTriedAgainAfterTheBackoff(Reason reason) {
        // Given
        reflector.start();
        server.requests();

        // When
        server.failList(reason);

        // Then
        assertNothingAsked();
        assertTrue(timers.pending().get(0).compareTo(Duration.ofMillis(800)) >= 0);
        timers.advance(FIRST_BACKOFF);
        assertEquals(List.of("list rv=0 limit=500"), server.requests());
        assertEquals(List.of(), sink.calls());
        assertEquals(reason, observer.failures().get(0).reason());
    }

    @Test
    void aRetryHintIsTheLeastWait() {
        // Given
        reflector.start();
        server.requests();

        // When
        server.refuseList(new ApiStatus(503, "ServiceUnavailable", "later", List.of(), Duration.ofSeconds(20)));

        // Then
        timers.advance(Duration.ofMillis(19_999));
        assertNothingAsked();
        timers.advance(Duration.ofMillis(1));
        assertEquals(List.of("list rv=0 limit=500"), server.requests());
    }

    @ParameterizedTest(name = "WATCH open | {0} | wait backoff, re-watch")
    @CsvSource({"CONNECTION_REFUSED", "TOO_MANY_REQUESTS", "UNREACHABLE"})
    void aWatchThatCannotBeOpenedNowIsAskedForAgainWithoutAList(Reason reason) {
        // Given
        reflector.start();
        server.answerList(7);
        server.requests();

        // When
        server.failWatch(reason);
        assertNothingAsked();
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("watch rv=7"), server.requests());
    }

    @ParameterizedTest(name = "WATCH open | {0} | relist")
    @CsvSource({"EXPIRED", "GONE", "TOO_LARGE_VERSION", "UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "INTERNAL", "REJECTED"
    })
    void anyOtherWatchRefusalIsARelistAtOurVersion(Reason reason) {
        // Given
        reflector.start();
        server.answerList(7);
        server.requests();

        // When
        server.failWatch(reason);
        assertNothingAsked();
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("list rv=7 limit=0"), server.requests());
    }

    @Test
    void eventsReachTheSinkInOrderAndTheNextWatchStartsAfterTheLast() {
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        watch.send(new WatchEvent.Added(object("a", 8)));
        watch.send(new WatchEvent.Modified(object("a", 9)));
        watch.send(new WatchEvent.Bookmark(ResourceVersion.of(12), false));
        watch.send(new WatchEvent.Deleted(object("a", 13)));
        watch.close();

        // Then
        assertEquals(List.of("add ns/a@8", "update ns/a@9", "bookmark 12", "delete ns/a@13"), sink.calls());
        assertEquals(List.of("watch rv=13"), server.requests());
        assertTrue(watch.stopped());
    }

    @Test
    void aWatchThatLastedASecondWithoutAnEventIsHealthy() {
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        timers.advance(Duration.ofSeconds(1));
        watch.close();

        // Then
        assertEquals(List.of("watch rv=7"), server.requests());
        assertEquals(List.of(), observer.failures());
    }

    @Test
    void aVeryShortWatchIsARelistAfterTheBackoff() { // RF-08, RF-09
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        timers.advance(Duration.ofMillis(999));
        watch.close();
        assertNothingAsked();
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("list rv=7 limit=0"), server.requests());
    }

    @Test
    void foreignEventsAreSkippedNotCountedAndMoveNothing() {
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        watch.send(new WatchEvent.Foreign("a Table"));
        watch.close();
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("a Table"), observer.skipped());
        assertEquals(List.of(), sink.calls());
        assertEquals(List.of("list rv=7 limit=0"), server.requests());
    }

    @Test
    void tooManyRequestsOnAnOpenWatchIsWatchedAgainAfterTheBackoff() {
        // Given
        FakeWatch watch = watchingFrom(7);
        watch.send(new WatchEvent.Added(object("a", 8)));

        // When
        watch.send(new WatchEvent.Failed(TOO_MANY));
        watch.send(new WatchEvent.Added(object("b", 9)));
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("add ns/a@8"), sink.calls());
        assertEquals(List.of("watch rv=8"), server.requests());
        assertTrue(watch.stopped());
    }

    @ParameterizedTest(name = "WATCH stream | ERROR {0} {1} | relist")
    @CsvSource({"410,Expired", "500,InternalError", "500,StorageReadError", "504,Timeout", "403,Forbidden", "0,''"})
    void anErrorOnAnOpenWatchIsARelistAtOurVersion(int code, String reason) {
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        watch.send(new WatchEvent.Failed(ApiStatus.of(code, reason, "no")));
        assertNothingAsked();
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("list rv=7 limit=0"), server.requests());
    }

    @Test
    void aWatchWithoutAStartVersionTrustsNoAddedEventUntilAnotherKindCame() {
        // Given a server whose lists carry no version
        reflector.start();
        server.answerList(0);
        FakeWatch watch = server.openWatch();
        server.requests();

        // When
        watch.send(new WatchEvent.Added(object("a", 40)));
        watch.close();

        // Then
        assertEquals(List.of("watch rv=0"), server.requests());

        // When
        FakeWatch second = server.openWatch();
        second.send(new WatchEvent.Added(object("a", 40)));
        second.send(new WatchEvent.Modified(object("b", 41)));
        second.send(new WatchEvent.Added(object("c", 42)));
        second.close();

        // Then
        assertEquals(List.of("watch rv=42"), server.requests());
    }

    @Test
    void resyncsAfterEachGapWhileWatchingAndNotWhileWaiting() {
        // Given
        Reflector resyncing = reflector(Duration.ofSeconds(10));
        resyncing.start();
        server.answerList(7);
        FakeWatch watch = server.openWatch();
        sink.calls();

        // When
        timers.advance(Duration.ofSeconds(20));

        // Then
        assertEquals(List.of("resync", "resync"), sink.calls());

        // When the cycle ends
        watch.send(new WatchEvent.Failed(EXPIRED));
        timers.advance(Duration.ofSeconds(60));

        // Then
        assertEquals(List.of(), sink.calls());
    }

    @Test
    void stopBeforeStartSendsNothing() { // RF-04
        // When
        reflector.stop();
        reflector.start();

        // Then
        assertNothingAsked();
    }

    @Test
    void stopDropsAListThatIsStillOnItsWay() {
        // Given
        reflector.start();

        // When
        reflector.stop();
        server.answerList(7, object("a", 1));

        // Then
        assertEquals(List.of(), sink.calls());
        assertEquals(List.of("list rv=0 limit=500"), server.requests());
    }

    @Test
    void stopClosesAWatchThatOpensAfterwards() { // RF-06
        // Given
        reflector.start();
        server.answerList(7);

        // When
        reflector.stop();
        FakeWatch watch = server.openWatch();

        // Then
        assertTrue(watch.stopped());
    }

    @Test
    void stopClosesTheOpenWatchAndCallsOffEveryWait() {
        // Given
        FakeWatch watch = watchingFrom(7);
        assertFalse(watch.stopped());

        // When
        reflector.stop();

        // Then
        assertTrue(watch.stopped());
        assertEquals(List.of(), timers.pending());
    }

    @Test
    void pollsWhatCannotBeWatchedAtTheNewestVersion() {
        // Given
        reflector.start();
        server.answerList(10);
        server.requests();

        // When
        server.requests();
        server.refuseWatch(ApiStatus.of(405, "MethodNotAllowed", "no watch"));
        timers.advance(Duration.ofSeconds(29));
        assertNothingAsked();
        timers.advance(Duration.ofSeconds(1));
        server.answerList(12);

        // Then: the watch is tried again after each list
        assertEquals(List.of("list rv= limit=500", "watch rv=12"), server.requests());

        // When a poll fails
        server.refuseWatch(ApiStatus.of(405, "MethodNotAllowed", "no watch"));
        timers.advance(Duration.ofSeconds(30));
        server.refuseList(TOO_MANY);
        server.requests();
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("list rv= limit=500"), server.requests());

        // When it can be watched now
        server.answerList(14);
        server.openWatch();
        server.requests();
        timers.advance(Duration.ofMinutes(1));

        // Then
        assertNothingAsked();
    }

    @Test
    void aServerThatPagesWhateverItIsAskedForAndLosesThePagesIsAskedAtOnceOnlyOnce() {
        // Given
        reflector.start();

        // When
        server.answerPage(7, "two", object("a", 1));
        server.refuseList(EXPIRED);
        server.answerPage(7, "two", object("a", 1));
        server.refuseList(EXPIRED);

        // Then
        assertEquals(
                List.of(
                        "list rv=0 limit=500",
                        "list rv= limit=500 continue=two",
                        "list rv=0 limit=0",
                        "list rv= limit=500 continue=two"),
                server.requests());
        assertEquals(List.of(), sink.calls());

        // When
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("list rv=0 limit=500"), server.requests());
    }

    @ParameterizedTest(name = "a watch that tells {0} and ends or breaks off within a moment")
    @CsvSource({"what is known, 60", "news, 1010"})
    void brieflyOpenWatchesAreNoHotLoop(String what, int most) {
        // Given
        reflector.start();
        server.answerList(7);

        // When
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            for (List<String> now = server.requests();
                    !now.isEmpty() && asked.size() < 5_000;
                    now = server.requests()) {
                asked.addAll(now);
                if (now.stream().anyMatch(request -> request.startsWith("watch"))) {
                    FakeWatch watch = server.openWatch();
                    watch.send(modified(what.equals("news") ? 8 + i : 7));
                    watch.lose();
                }
            }
            timers.advance(Duration.ofMillis(100));
        }

        // Then
        long watches =
                asked.stream().filter(request -> request.startsWith("watch")).count();
        long questions = asked.stream().filter("newest"::equals).count();
        assertTrue(watches <= most, watches + " watches in 1000 s");
        assertTrue(questions <= watches, questions + " questions for the newest version");
        assertEquals(1, asked.size() - watches - questions, "lists");
        assertEquals(Reason.VERY_SHORT_WATCH, observer.failures().get(0).reason());
    }

    private static WatchEvent modified(long version) {
        return new WatchEvent.Modified(object("a", version));
    }

    @Test
    void watchesThatEndAfterASecondAreAskedForAgainAtOnce() {
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        for (int i = 0; i < 5; i++) {
            timers.advance(Duration.ofSeconds(1));
            watch.lose();
            watch = server.openWatch();
        }

        // Then
        assertEquals(List.of(), observer.failures());
    }

    @Test
    void whatAWatchTellsOfBeforeItsVersionIsNotApplied() { // OR-01
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        watch.send(new WatchEvent.Added(object("a", 3)));
        watch.send(modified(5));
        watch.send(new WatchEvent.Bookmark(ResourceVersion.of(6), false));
        watch.send(modified(7));
        watch.send(modified(8));
        watch.close();

        // Then
        assertEquals(List.of("update ns/a@8"), sink.calls());
        assertEquals(List.of("newest", "watch rv=8"), server.requests());
    }

    @Test
    void aDeletionIsAppliedWhateverItsVersionAndTheWatchDoesNotGoBackToIt() {
        // Given
        FakeWatch watch = watchingFrom(7);

        // When
        watch.send(new WatchEvent.Deleted(object("a", 3)));
        watch.close();

        // Then
        assertEquals(List.of("delete ns/a@3"), sink.calls());
        assertEquals(List.of("newest", "watch rv=7"), server.requests());
    }

    @Test
    void aServerWhoseVersionsAreBeforeOursIsListedAnewWithoutALostConnection() {
        // Given
        FakeWatch watch = watchingFrom(70);
        watch.send(modified(5));

        // When
        server.answerNewest(5);
        server.requests();
        timers.advance(FIRST_BACKOFF);

        // Then
        assertEquals(List.of("list rv= limit=500"), server.requests());
        server.answerList(5, object("a", 5));
        assertEquals(List.of("replace [ns/a@5] at 5"), sink.calls());
    }
}
