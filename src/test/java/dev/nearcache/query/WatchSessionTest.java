package dev.nearcache.query;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.query.WatchQuery.Order;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.LabelSelector;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WatchSessionTest {
    private final ManualTimers timers = new ManualTimers();
    private final QueryService queries =
            new QueryService(new PinnedSnapshots(timers::nanos), new ChangeSignals(timers), timers);
    private final FedResource pods =
            new FedResource(FedResource.PODS, ObjectLayout.whole(), new HistoryLimits(5, 1 << 20, Duration.ofHours(1)));

    private WatchSession watch(String labels, WatchQuery.Start start) {
        Selection selection =
                new Selection("", LabelSelector.parse(labels), FieldSelector.EVERYTHING, ObjectLayout.whole());
        return queries.watch(pods, new WatchQuery(selection, start)).result();
    }

    private static WatchQuery.Start after(long version) {
        return new WatchQuery.After(ResourceVersion.of(version));
    }

    /** Everything there is, in words. */
    private static List<String> all(WatchSession session) {
        List<String> seen = new ArrayList<>();
        while (step(session, seen)) {}
        return seen;
    }

    private static boolean step(WatchSession session, List<String> seen) {
        return session.next(2).match(new Step.Cases<>() {
            @Override
            public Boolean changes(List<Change> changes, Step.Progress progress) {
                changes.forEach(change ->
                        seen.add(change.kind() + " " + change.object().key().name() + "@" + change.version()));
                return progress == Step.Progress.MORE;
            }

            @Override
            public Boolean synced(ResourceVersion version) {
                seen.add("SYNCED " + version);
                return true;
            }

            @Override
            public Boolean expired(ResourceVersion asked, ResourceVersion oldest) {
                seen.add("EXPIRED " + oldest);
                return false;
            }
        });
    }

    @Test
    void aSnapshotIsInTheOrderAskedFor() {
        // Given
        pods.list(10, pod("a", "p1", 9), pod("a", "p2", 3), pod("a", "p3", 7), pod("a", "p4", 1), pod("a", "p5", 5));
        // Then
        assertEquals(
                List.of("ADDED p1@9", "ADDED p2@3", "ADDED p3@7", "ADDED p4@1", "ADDED p5@5", "SYNCED 10"),
                all(watch("", new WatchQuery.Snapshot(ResourceVersion.NONE, Order.KEY))));
        assertEquals(
                List.of("ADDED p4@1", "ADDED p2@3", "ADDED p5@5", "ADDED p3@7", "ADDED p1@9", "SYNCED 10"),
                all(watch("", new WatchQuery.Snapshot(ResourceVersion.NONE, Order.VERSION))));
    }

    @Test
    void aReplayShowsWhatEnteredAndLeft() {
        // Given
        pods.list(10, pod("a", "x", 3, Map.of("app", "web")));
        pods.feed(sink -> sink.update(pod("a", "x", 11, Map.of())));
        pods.feed(sink -> sink.update(pod("a", "x", 12, Map.of("app", "web"))));
        pods.feed(sink -> sink.update(pod("a", "x", 13, Map.of("app", "web"))));
        pods.feed(sink -> sink.delete(pod("a", "x", 14, Map.of("app", "web"))));
        // Then
        assertEquals(
                List.of("DELETED x@11", "ADDED x@12", "MODIFIED x@13", "DELETED x@14"),
                all(watch("app=web", after(10))));
        assertEquals(List.of("DELETED x@14"), all(watch("", after(13))));
    }

    @Test
    void aRepeatedObjectIsNoChange() {
        pods.list(10, pod("a", "x", 3));
        pods.feed(sink -> sink.resync());
        assertEquals(List.of("REPEATED x@3"), all(watch("", after(10))));
    }

    @Test
    void aVersionOfTheFutureIsSilentUntilItHasPassed() {
        // Given
        pods.list(10);
        WatchSession session = watch("", after(12));
        // When
        pods.feed(sink -> sink.add(pod("a", "x", 11)));
        pods.feed(sink -> sink.add(pod("a", "y", 12)));
        // Then
        assertEquals(List.of(), all(session));
        // When
        pods.feed(sink -> sink.add(pod("a", "z", 13)));
        // Then
        assertEquals(List.of("ADDED z@13"), all(session));
    }

    @Test
    void aSessionThatTheLogOvertookIsTold() {
        // Given
        pods.list(10);
        WatchSession slow = watch("", after(10));
        // When
        for (int i = 11; i < 20; i++) {
            long version = i;
            pods.feed(sink -> sink.add(pod("a", "p" + version, version)));
        }
        // Then
        assertEquals(List.of("EXPIRED 14"), all(slow));
        assertTrue(queries.watch(pods, new WatchQuery(Selection.everythingIn(""), after(12)))
                .failed());
    }

    @Test
    void aSnapshotThatTheLogOvertookIsNotFinished() {
        // Given
        pods.list(10, pod("a", "a", 1), pod("a", "b", 2), pod("a", "c", 3));
        WatchSession session = watch("", new WatchQuery.Snapshot(ResourceVersion.NONE, Order.KEY));
        List<String> seen = new ArrayList<>();
        step(session, seen);
        // When
        for (int i = 11; i < 20; i++) {
            long version = i;
            pods.feed(sink -> sink.add(pod("a", "p" + version, version)));
        }
        // Then
        step(session, seen);
        assertEquals(List.of("ADDED a@1", "ADDED b@2", "EXPIRED 14"), seen);
    }

    @Test
    void whatIsCoveredMovesWithBookmarksOnlyWhileNothingWaits() {
        // Given
        pods.list(10);
        WatchSession session = watch("app=web", after(10));
        pods.feed(sink -> sink.bookmark(ResourceVersion.of(15)));
        assertEquals(ResourceVersion.of(15), session.covered());
        // When
        pods.feed(sink -> sink.add(pod("a", "x", 16)));
        // Then
        assertEquals(ResourceVersion.NONE, session.covered());
        assertEquals(List.of(), all(session));
        assertEquals(ResourceVersion.of(16), session.covered());
    }

    @Test
    void aVersionThatDoesNotComeIsGivenUp() {
        // Given
        pods.list(10, pod("a", "x", 3));
        var late = queries.get(pods, pod("a", "x", 3).key(), ResourceVersion.of(12));
        var inTime = queries.get(pods, pod("a", "x", 3).key(), ResourceVersion.of(11));
        // When
        pods.feed(sink -> sink.bookmark(ResourceVersion.of(11)));
        timers.advance(Duration.ofSeconds(2));
        // Then
        assertTrue(inTime.succeeded());
        assertTrue(!late.isComplete());
        timers.advance(Duration.ofSeconds(2));
        assertEquals("Too large resource version: 12, current: 11", late.cause().getMessage());
    }
}
