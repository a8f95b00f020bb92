package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import dev.nearcache.testing.ManualTimers;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A watch of a type on which nothing happens, and readers who wait for a version (kubernetes-api.md 1.6). */
class SeekingWatchTest {
    private final ManualTimers timers = new ManualTimers();
    private final FakeWatch main = new FakeWatch();
    private final List<String> asked = new ArrayList<>();
    private final List<WatchEvent> seen = new ArrayList<>();
    private final Deque<Promise<ResourceVersion>> questions = new ArrayDeque<>();
    private final Deque<Promise<FakeWatch>> openings = new ArrayDeque<>();
    private final SeekingWatch watch = new SeekingWatch(
            timers,
            main,
            WatchProgress.of(WatchOptions.after(version(10), Duration.ofMinutes(5))),
            this::newest,
            this::open);

    private Future<ResourceVersion> newest() {
        asked.add("newest");
        questions.add(Promise.promise());
        return questions.getLast().future();
    }

    private Future<FakeWatch> open(ResourceVersion from) {
        asked.add("watch " + from);
        openings.add(Promise.promise());
        return openings.getLast().future();
    }

    private static ResourceVersion version(long value) {
        return ResourceVersion.of(value);
    }

    private static WatchEvent bookmark(long value) {
        return new WatchEvent.Bookmark(version(value), false);
    }

    private static WatchEvent added(long value) {
        return new WatchEvent.Added(Objects.pod("a", "p" + value, value));
    }

    private FakeWatch answer(long newest) {
        questions.remove().complete(version(newest));
        FakeWatch aside = new FakeWatch();
        openings.remove().complete(aside);
        return aside;
    }

    private List<String> requests() {
        List<String> all = List.copyOf(asked);
        asked.clear();
        return all;
    }

    @BeforeEach
    void start() {
        watch.start(seen::add, closed -> {});
    }

    @Test
    void aBookmarkOfAShortWatchHoldsWhereNothingHappened() {
        // When
        watch.seek(version(20));
        FakeWatch aside = answer(25);
        aside.send(bookmark(25));

        // Then
        assertEquals(List.of("newest", "watch 10"), requests());
        assertEquals(List.of(bookmark(25)), seen);
        assertTrue(aside.stopped());
        watch.seek(version(25));
        assertEquals(List.of(), requests(), "it is reached");
    }

    @Test
    void itHoldsNotBeforeTheLastThatHappenedHasComeHere() {
        // Given
        watch.seek(version(20));
        FakeWatch aside = answer(25);

        // When
        aside.send(added(18));
        aside.send(bookmark(25));
        int early = seen.size();
        main.send(added(18));
        aside.send(bookmark(26));

        // Then
        assertEquals(0, early);
        assertEquals(2, seen.size());
    }

    @Test
    void aVersionThatIsStillToComeCostsAQuestionASecond() {
        // When
        watch.seek(version(99));
        watch.seek(version(98));
        questions.remove().complete(version(10));
        watch.seek(version(97));
        List<String> atOnce = requests();
        timers.advance(Duration.ofSeconds(1));

        // Then
        assertEquals(List.of("newest"), atOnce);
        assertEquals(List.of("newest"), requests());
        assertEquals(List.of(), seen);
    }

    @Test
    void whoAsksWhileASearchIsUnderWayHasTheNext() {
        // Given
        watch.seek(version(20));
        watch.seek(version(30));
        FakeWatch aside = answer(25);

        // When
        aside.send(bookmark(25));
        timers.advance(Duration.ofSeconds(1));
        answer(31).send(bookmark(31));

        // Then
        assertEquals(List.of("newest", "watch 10", "newest", "watch 25"), requests());
        assertEquals(2, seen.size());
    }

    @Test
    void whatFailsIsTriedAgainForTheNextWhoAsks() {
        // When
        watch.seek(version(20));
        questions.remove().fail(new UpstreamException(Reason.UNREACHABLE, "gone", null));
        timers.advance(Duration.ofSeconds(5));
        watch.seek(version(20));
        FakeWatch aside = answer(25);
        aside.close();
        timers.advance(Duration.ofSeconds(5));

        // Then
        assertEquals(List.of("newest", "newest", "watch 10"), requests());
        assertEquals(List.of(), seen);
    }

    @Test
    void aWatchThatEndsLeavesNoSearchBehind() {
        // Given
        watch.seek(version(20));
        FakeWatch aside = answer(25);

        // When
        main.close();
        aside.send(bookmark(25));

        // Then
        assertTrue(aside.stopped());
        assertEquals(List.of(), seen);
    }
}
