package dev.nearcache.reports;

import static dev.nearcache.testing.SimulatedUpstream.done;
import static dev.nearcache.testing.SimulatedUpstream.parameter;
import static dev.nearcache.testing.SimulatedUpstream.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CapturedLog;
import dev.nearcache.testing.EventTail;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SimulatedUpstream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reports of watches that end, fail and begin at the wrong version. */
@Tag("field-report")
@Timeout(120)
class WatchReportsIT {
    private final SimulatedUpstream upstream = SimulatedUpstream.quiet();

    private void change(String type) {
        done(upstream.world().many(type, Kind.MODIFIED, 1));
    }

    private void endWatches(String type) {
        int before = upstream.watches(type).size();
        done(upstream.faults().cut(type, Cut.END));
        Await.until(() -> upstream.watches(type).size() > before);
    }

    private static List<String> versions(List<RequestEntry> requests) {
        return requests.stream().map(SimulatedUpstream::version).toList();
    }

    @Test
    @DisplayName("LW-11: watches from the version of its list, so what came in between is seen")
    void seesWhatHappensBetweenListAndWatch() {
        // Given
        Fault held = done(upstream.faults().inject("pods", Fault.hold(Set.of(Verb.WATCH))));
        long listed = done(upstream.world().version());
        try (RunningSidecar running = upstream.sidecar("pods")) {
            Await.until(() -> upstream.watches("pods").size() == 1);

            // When
            done(upstream.world().create("pods", "default", "{\"metadata\":{\"name\":\"in-between\"}}"));
            done(upstream.faults().lift("pods", held));

            // Then
            upstream.awaitConverged(running, "pods");
            assertEquals(
                    List.of(Long.toString(listed)),
                    versions(upstream.watches("pods")).subList(0, 1));
            assertEquals(1, upstream.lists("pods").size());
        }
    }

    @Test
    @DisplayName("LW-13: resumes from its last version after an ERROR event, which has none")
    void keepsItsVersionAfterAnError() {
        // Given
        done(upstream.faults().turnOn("pods", Quirk.NO_BOOKMARKS));
        try (RunningSidecar running = upstream.sidecar("pods")) {
            upstream.awaitWatches("pods", 1);
            change("pods");
            upstream.awaitConverged(running, "pods");
            String last = Long.toString(done(upstream.world().version()));

            // When
            done(upstream.faults().error("pods", StatusBody.of(500, "InternalError", "etcdserver: leader changed")));

            // Then
            Await.until(() -> upstream.watches("pods").size() == 2);
            assertEquals(last, version(upstream.lists("pods").get(1)));
            assertEquals(last, version(upstream.watches("pods").get(1)));
        }
    }

    @Test
    @DisplayName("LW-14: takes a bookmark for a version and nothing else")
    void resumesFromBookmarksAndShowsNone() throws Exception {
        try (RunningSidecar running = upstream.sidecar("pods");
                CapturedLog log = new CapturedLog("dev.nearcache");
                EventTail events = EventTail.synced(running, "pods")) {
            // Given
            upstream.awaitWatches("pods", 1);
            change("nodes");
            String version = Long.toString(done(upstream.world().version()));

            // When
            done(upstream.faults().bookmark("pods"));
            endWatches("pods");

            // Then
            assertEquals(version, version(upstream.watches("pods").get(1)));
            upstream.awaitConverged(running, "pods");
            upstream.awaitWatches("pods", 1);
            change("pods");
            assertEquals("MODIFIED", events.nextData().name());
            assertEquals(
                    List.of(),
                    log.lines().stream()
                            .filter(line -> !line.startsWith("INFO"))
                            .toList());
        }
    }

    @Test
    @DisplayName("LW-15: a quiet type whose server compacts does not relist while there are bookmarks")
    void bookmarksKeepAQuietTypeFromExpiring() {
        try (RunningSidecar running = upstream.sidecar("pods")) {
            upstream.awaitWatches("pods", 1);
            for (int round = 0; round < 10; round++) {
                // When the cluster moves on, and a bookmark says how far
                done(upstream.world().burst("nodes", 20, 10));
                done(upstream.faults().bookmark("pods"));
                done(upstream.faults().compact("pods", done(upstream.world().version())));
                endWatches("pods");
                upstream.awaitWatches("pods", 1);
            }

            // Then
            assertEquals(1, upstream.lists("pods").size());
            assertTrue(upstream.watches("pods").stream()
                    .allMatch(watch -> parameter(watch, "allowWatchBookmarks").equals("true")));
            upstream.awaitConverged(running, "pods");
        }
    }

    @Test
    @DisplayName("LW-15: without bookmarks each ended watch costs one relist, and no loop")
    void withoutBookmarksEachEndCostsOneRelist() {
        done(upstream.faults().turnOn("pods", Quirk.NO_BOOKMARKS));
        try (RunningSidecar running = upstream.sidecar("pods")) {
            for (int round = 0; round < 5; round++) {
                upstream.awaitWatches("pods", 1);
                assertEquals(1 + round, upstream.lists("pods").size());
                done(upstream.world().burst("nodes", 20, 10));
                done(upstream.faults().compact("pods", done(upstream.world().version())));
                endWatches("pods");
                int lists = 2 + round;
                Await.until(() -> upstream.lists("pods").size() == lists);
            }
            upstream.awaitWatches("pods", 1);
            upstream.awaitConverged(running, "pods");
            assertEquals(6, upstream.lists("pods").size());
        }
    }

    @Test
    @DisplayName("LW-16: a watch that ends is resumed without a list; a relist of what is known tells nobody")
    void anEndedWatchIsNoFailureAndAnUnchangedListNoNews() throws Exception {
        try (RunningSidecar running = upstream.sidecar("pods");
                EventTail events = EventTail.synced(running, "pods")) {
            // When
            for (int round = 0; round < 10; round++) {
                upstream.awaitWatches("pods", 1);
                // A watch that ends within a second and without a line is a failure, as in client-go.
                change("nodes");
                done(upstream.faults().bookmark("pods"));
                endWatches("pods");
            }

            // Then
            upstream.awaitWatches("pods", 1);
            assertEquals(1, upstream.lists("pods").size());

            // When
            done(upstream.faults().relistWith("pods", Kind.MODIFIED, 0));
            Await.until(() -> upstream.lists("pods").size() == 2);
            upstream.awaitWatches("pods", 1);
            SimObject changed =
                    done(upstream.world().many("pods", Kind.MODIFIED, 1)).get(0);

            // Then that is the first event of all
            EventTail.Event event = events.nextData();
            assertEquals("MODIFIED", event.name());
            assertEquals(Long.toString(changed.version()), event.version());
        }
    }

    @Test
    @DisplayName("LW-17: watches that end at once are asked for more and more rarely")
    void waitsLongerBetweenWatchesThatEndAtOnce() {
        // Given
        done(upstream.faults().turnOn("pods", Quirk.BRIEF_WATCHES));
        String yaml = "upstream: {watchList: never, backoff: {initial: 20ms, max: 320ms}}\n";
        try (RunningSidecar running = upstream.sidecarWith(yaml, "pods")) {
            // When
            Await.until(() -> upstream.watches("pods").size() >= 9);

            // Then the waits were at least 20, 40, 80, 160 and 320 ms long, save for the first, without events and
            // short
            List<RequestEntry> watches = upstream.watches("pods");
            Duration span = Duration.between(watches.get(0).at(), watches.get(8).at());
            assertTrue(span.toMillis() > 1_200, () -> "9 watches in " + span);

            // When
            done(upstream.faults().turnOff("pods", Quirk.BRIEF_WATCHES));

            // Then
            upstream.awaitWatches("pods", 1);
            upstream.awaitConverged(running, "pods");
            assertEquals(1, done(upstream.simulator().log().openWatches("pods")));
        }
    }

    @Test
    @DisplayName("LW-19: has one attempt at a time, none with an older version, and none after it stopped")
    void oldAttemptsDoNotOutliveTheirWatch() {
        // Given
        String yaml = "upstream: {watchList: never, headerTimeout: 200ms, backoff: {initial: 20ms, max: 100ms}}\n";
        try (RunningSidecar running = upstream.sidecarWith(yaml, "pods")) {
            upstream.awaitWatches("pods", 1);
            Fault held = done(upstream.faults().inject("pods", Fault.hold(Set.of(Verb.WATCH))));

            // When watches are left without an answer, and objects change
            done(upstream.faults().cut("pods", Cut.END));
            Await.until(() -> upstream.watches("pods").size() >= 5);
            change("pods");
            done(upstream.faults().lift("pods", held));

            // Then
            upstream.awaitConverged(running, "pods");
            upstream.awaitWatches("pods", 1);
            change("pods");
            upstream.awaitConverged(running, "pods");
            endWatches("pods");
            List<Long> versions = versions(upstream.watches("pods")).stream()
                    .map(Long::parseLong)
                    .toList();
            assertEquals(versions.stream().sorted().toList(), versions);

            // When it stops while its watches fail
            done(upstream.faults()
                    .inject("pods", Fault.answer(Set.of(Verb.WATCH), Integer.MAX_VALUE, StatusBody.of(429, "", "no"))));
            done(upstream.faults().cut("pods", Cut.END));
            int failing = upstream.watches("pods").size();
            Await.until(() -> upstream.watches("pods").size() > failing + 1);
            done(running.sidecar().close());
            int sent = upstream.requests("pods").size();

            // Then
            done(upstream.vertx().timer(500, TimeUnit.MILLISECONDS));
            assertEquals(sent, upstream.requests("pods").size());
            assertFalse(versions.isEmpty());
        }
    }
}
