package dev.nearcache.reflector;

import static dev.nearcache.reflector.ReflectorTest.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.reflector.ReflectorObserver.Failure;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FakeListerWatcher;
import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A reflector whose lists may bring two objects. */
class OverLimitTest {
    /** The longest that the first wait can be: twice ten times the base of 800 ms. */
    private static final Duration FIRST_WAIT = Duration.ofSeconds(16);

    private final ManualTimers timers = new ManualTimers();
    private final FakeListerWatcher server = new FakeListerWatcher();
    private final RecordingSink sink = new RecordingSink();
    private final RecordingObserver observer = new RecordingObserver();
    private final List<Counted> allowances = new ArrayList<>();

    /** Two objects at a time. */
    private static final class Counted implements Allowance {
        private int held;
        private int closings;

        @Override
        public Optional<UpstreamException> take(KubeObject object) {
            held++;
            return held > 2 ? Optional.of(tooMuch()) : Optional.empty();
        }

        @Override
        public void giveBack(KubeObject object) {
            held--;
        }

        @Override
        public void close() {
            closings++;
        }
    }

    private Reflector started(WatchList watchList) {
        ReflectorSettings settings = new ReflectorSettings(
                500,
                Duration.ofMinutes(5),
                Backoff.fresh(Duration.ofMillis(800), Duration.ofSeconds(30), 0),
                watchList,
                Duration.ofSeconds(30),
                Duration.ZERO,
                Duration.ZERO,
                () -> {
                    allowances.add(new Counted());
                    return allowances.get(allowances.size() - 1);
                });
        Reflector reflector = new Reflector(server, sink, settings, timers, new Random(1), observer);
        reflector.start();
        server.requests();
        return reflector;
    }

    private static WatchEvent added(String name, long version) {
        return new WatchEvent.Added(object(name, version));
    }

    private void assertWaitsLongAndAsksFor(String request) {
        Failure failure = observer.failures().get(observer.failures().size() - 1);
        assertEquals(Reason.OVER_LIMIT, failure.reason());
        assertTrue(failure.delay().toSeconds() >= 8, () -> "waits only " + failure.delay());
        assertEquals(List.of(), server.requests());
        timers.advance(FIRST_WAIT);
        assertEquals(List.of(request), server.requests());
    }

    private static UpstreamException tooMuch() {
        return new UpstreamException(Reason.OVER_LIMIT, "too much", null);
    }

    @Test
    void thePagesOfAListAreCountedTogetherAndNoneFollowsTheOneThatIsTooMuch() {
        // Given
        started(WatchList.NEVER);
        server.answerPage(7, "two", object("a", 1), object("b", 2));
        server.requests();

        // When
        server.answerPage(7, "three", object("c", 3));

        // Then
        assertEquals(List.of(), sink.calls());
        assertEquals(1, allowances.size());
        assertTrue(allowances.get(0).closings > 0);
        assertWaitsLongAndAsksFor("list rv=0 limit=500");
    }

    @Test
    void aStreamingListThatIsTooMuchIsLeftAndNoPlainListFollows() {
        // Given
        started(WatchList.AUTO);
        FakeWatch watch = server.openWatch();
        watch.send(added("a", 1));
        watch.send(added("b", 2));

        // When
        watch.send(added("c", 3));

        // Then
        assertTrue(watch.stopped());
        assertEquals(List.of(), sink.calls());
        assertTrue(allowances.get(0).closings > 0);
        assertWaitsLongAndAsksFor("stream rv=0");
    }

    @Test
    void aStreamingListCountsWhatItHoldsNotWhatItWasTold() {
        // Given
        started(WatchList.AUTO);
        FakeWatch watch = server.openWatch();

        // When
        watch.send(added("a", 1));
        watch.send(added("a", 1));
        watch.send(new WatchEvent.Modified(object("a", 2)));
        watch.send(added("b", 3));
        watch.send(new WatchEvent.Deleted(object("b", 4)));
        watch.send(added("c", 5));
        watch.send(new WatchEvent.Bookmark(ResourceVersion.of(6), true));

        // Then
        assertEquals(List.of("replace [ns/a@2, ns/c@5] at 6"), sink.calls());
        assertEquals(List.of(), observer.failures());
        assertTrue(allowances.get(0).closings > 0, "what was handed over counts no more");
    }

    @Test
    void whatTheSinkHasLetGoIsListedAgainAfterTheWaitWhateverTheWatchTellsMeanwhile() {
        // Given
        Reflector reflector = started(WatchList.NEVER);
        server.answerList(7, object("a", 3));
        FakeWatch watch = server.openWatch();
        server.requests();
        sink.calls();

        // When
        reflector.dropped(tooMuch());
        watch.send(added("b", 8));

        // Then
        assertTrue(watch.stopped());
        assertEquals(List.of(), sink.calls());
        assertWaitsLongAndAsksFor("list rv=7 limit=0");
    }

    @Test
    void aWaitForAWatchBecomesOneForAList() {
        // Given
        Reflector reflector = started(WatchList.NEVER);
        server.answerList(7, object("a", 3));
        server.failWatch(Reason.CONNECTION_REFUSED);
        server.requests();

        // When
        reflector.dropped(tooMuch());

        // Then
        assertWaitsLongAndAsksFor("list rv=7 limit=0");
    }

    @Test
    void aListBesideTheWatchThatIsUnderWayIsNotHandedOver() {
        // Given
        Reflector reflector = started(WatchList.NEVER);
        server.answerList(7, object("a", 3));
        server.openWatch();
        reflector.refresh(RefreshCause.MISMATCH);
        sink.calls();

        // When
        reflector.dropped(tooMuch());
        server.answerList(9, object("a", 3));

        // Then
        assertEquals(List.of(), sink.calls());
    }

    @Test
    void oneThatWasStoppedStaysSo() {
        // Given
        Reflector reflector = started(WatchList.NEVER);
        reflector.stop();

        // When
        reflector.dropped(tooMuch());
        timers.advance(Duration.ofHours(1));

        // Then
        assertEquals(List.of(), server.requests());
        assertEquals(List.of(), observer.failures());
    }
}
