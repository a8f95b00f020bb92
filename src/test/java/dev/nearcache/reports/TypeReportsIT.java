package dev.nearcache.reports;

import static dev.nearcache.testing.SimulatedUpstream.done;
import static dev.nearcache.testing.SimulatedUpstream.get;
import static dev.nearcache.testing.SimulatedUpstream.json;
import static dev.nearcache.testing.SimulatedUpstream.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.SimType;
import dev.nearcache.simulator.SimType.Scope;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CapturedLog;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SimulatedUpstream;
import dev.nearcache.testing.SseClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Reports of types that are not there, cannot be watched, come, change and go. */
@Tag("field-report")
@Timeout(120)
class TypeReportsIT {
    private static final String WIDGETS = "widgets.example.com";
    private static final String FAST = "upstream: {backoff: {initial: 50ms, max: 100ms}}\n";

    private final SimulatedUpstream upstream = SimulatedUpstream.quiet();

    private static void awaitState(RunningSidecar running, String type, String state) {
        try {
            Await.until(() -> report(running, type).path("state").asText().equals(state));
        } catch (AssertionError late) {
            throw new AssertionError(report(running, type).toString(), late);
        }
    }

    /** What a definition's deletion does: its objects are deleted, its watches end, it is not found any more. */
    private static void remove(SimulatedUpstream upstream, String type) {
        done(upstream.world().many(type, Kind.DELETED, 1000));
        done(upstream.faults().turnOn(type, Quirk.NOT_SERVED));
        done(upstream.faults().cut(type, Cut.END));
    }

    private void removeWidgets() {
        remove(upstream, WIDGETS);
    }

    private void bringWidgetsBack(int objects) {
        done(upstream.faults().turnOff(WIDGETS, Quirk.NOT_SERVED));
        done(upstream.world().many(WIDGETS, Kind.ADDED, objects));
    }

    @Test
    @DisplayName("CF-06: a kind that can only be listed is polled, and says so")
    void pollsWhatCannotBeWatched() throws Exception {
        // Given
        done(upstream.faults().turnOn("nodes", Quirk.NO_WATCH_VERB));
        try (RunningSidecar running = upstream.sidecarWith(FAST, "nodes\n    poll: 500ms", "pods")) {
            awaitState(running, "nodes", "Polling");
            upstream.awaitConverged(running, "nodes");
            assertEquals(0, upstream.watches("nodes").size());
            assertEquals(false, report(running, "nodes").path("live").asBoolean());
            try (SseClient stream = SseClient.open(running.port(), "/v1/stream?resource=nodes", "")) {
                assertEquals("SYNCED", stream.next(11).get(10).replaceFirst(" .*", ""));

                // When
                String changed = done(upstream.world().many("nodes", Kind.MODIFIED, 1))
                        .get(0)
                        .name();

                // Then: the difference is an event
                assertTrue(stream.next(1).get(0).matches("MODIFIED [0-9]+ " + changed + "@.*"));
            }
            upstream.awaitConverged(running, "nodes");

            // When it can be watched
            done(upstream.faults().turnOff("nodes", Quirk.NO_WATCH_VERB));

            // Then: types of the API server itself are looked at again when they fail, so it goes on being polled
            awaitState(running, "pods", "Synced");
            assertTrue(Integer.parseInt(get(running, "/api/v1/nodes").headers().get("age")) <= 1);
        }
    }

    @Test
    @DisplayName("CF-06: where only the request for a watch is refused, it is tried again at each poll")
    void watchesOnceItMay() {
        // Given
        Fault refused = done(
                upstream.faults()
                        .inject(
                                "nodes",
                                Fault.answer(
                                        Set.of(Verb.WATCH),
                                        Integer.MAX_VALUE,
                                        405,
                                        Map.of("Content-Type", "application/json"),
                                        "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"MethodNotAllowed\",\"code\":405}")));
        try (RunningSidecar running = upstream.sidecarWith(FAST, "nodes\n    poll: 200ms")) {
            awaitState(running, "nodes", "Polling");

            // When
            done(upstream.faults().lift("nodes", refused));

            // Then
            awaitState(running, "nodes", "Synced");
            upstream.awaitConverged(running, "nodes");
        }
    }

    @Test
    @DisplayName("CF-06: kinds whose objects have no version, as metrics, are served with one")
    void pollsWhatHasNoVersions() throws Exception {
        // Given
        done(upstream.faults().turnOn("nodes", Quirk.NO_WATCH_VERB));
        done(upstream.faults()
                .inject(
                        "nodes",
                        Fault.answer(
                                Set.of(Verb.LIST),
                                1,
                                200,
                                Map.of("Content-Type", "application/json"),
                                "{\"kind\":\"NodeList\",\"metadata\":{},\"items\":[{\"metadata\":{\"name\":\"n1\"},"
                                        + "\"usage\":1},{\"metadata\":{\"name\":\"n2\"},\"usage\":2}]}")));
        done(upstream.faults()
                .inject(
                        "nodes",
                        Fault.answer(
                                Set.of(Verb.LIST),
                                Integer.MAX_VALUE,
                                200,
                                Map.of("Content-Type", "application/json"),
                                "{\"kind\":\"NodeList\",\"metadata\":{},\"items\":[{\"metadata\":{\"name\":\"n1\"},"
                                        + "\"usage\":1},{\"metadata\":{\"name\":\"n2\"},\"usage\":3}]}")));
        try (RunningSidecar running = upstream.sidecarWith(FAST, "nodes\n    poll: 1s")) {
            running.awaitSynced();
            try (SseClient stream = SseClient.open(running.port(), "/v1/stream?resource=nodes", "")) {
                List<String> snapshot = stream.next(3);

                // When, Then: the one that changed, and no other
                String event = stream.next(1).get(0);
                assertTrue(event.matches("MODIFIED [0-9]{13} n2@[0-9]{13}"), event);
                assertTrue(snapshot.get(0).matches("ADDED - n1@[0-9]{13}"), snapshot::toString);
                assertEquals(
                        snapshot.get(0).replaceFirst(".*@", ""),
                        json(get(running, "/api/v1/nodes/n1"))
                                .path("metadata")
                                .path("resourceVersion")
                                .asText());
            }
        }
    }

    @Test
    @DisplayName("CF-07: a kind that the cluster does not serve says so, is asked for slowly, and costs no other")
    void saysThatAKindIsNotServed() {
        // Given
        try (CapturedLog log = new CapturedLog("dev.nearcache.ReflectorLog");
                RunningSidecar running = upstream.sidecarWith("", "gadgets.example.org", "pods")) {

            // When
            awaitState(running, "gadgets.example.org", "NotServed");
            awaitState(running, "pods", "Synced");
            Await.until(
                    Duration.ofSeconds(10), () -> requests("/apis/example.org").size() >= 2);

            // Then
            RunningSidecar.Answer list = get(running, "/v1/gadgets.example.org");
            assertEquals(503, list.status());
            assertTrue(list.body().contains("NotServed"), list::body);
            assertFalse(list.headers().containsKey("retry-after"), "it lasts");
            assertTrue(requests("/apis/example.org").size() <= 4);
            assertEquals(
                    1,
                    log.lines().stream()
                            .filter(line -> line.contains("resource=gadgets"))
                            .count(),
                    () -> log.lines().toString());
        }
    }

    private List<RequestEntry> requests(String path) {
        return done(upstream.simulator().log().requests()).stream()
                .filter(request -> request.path().startsWith(path))
                .toList();
    }

    @Test
    @DisplayName("CR-01, CR-05, CR-08: a kind that goes is told as such, comes back by itself, and costs no other")
    void aKindMayGoAndComeBack() throws Exception {
        // Given
        try (RunningSidecar running = upstream.sidecarWith(FAST, WIDGETS, "pods")) {
            running.awaitSynced();
            try (SseClient alone = SseClient.open(running.port(), "/v1/stream?resource=" + WIDGETS, "");
                    SseClient strict =
                            SseClient.open(running.port(), "/v1/stream?onExpired=error&resource=" + WIDGETS, "");
                    SseClient both =
                            SseClient.open(running.port(), "/v1/stream?resource=pods&resource=" + WIDGETS, "");
                    RawStream watch = RawStream.get(
                            running.port(),
                            "/apis/example.com/v1/widgets?watch=1&resourceVersion=1000000",
                            Map.of(),
                            Duration.ofSeconds(20))) {
                assertEquals("SYNCED", alone.next(11).get(10).replaceFirst(" .*", ""));
                assertEquals("SYNCED", strict.next(11).get(10).replaceFirst(" .*", ""));
                both.next(212);
                int podWatches = upstream.watches("pods").size();

                // When
                removeWidgets();

                // Then: each object's deletion, then the reason
                for (SseClient stream : List.of(alone, strict)) {
                    assertTrue(stream.next(10).stream().allMatch(event -> event.startsWith("DELETED ")));
                    assertTrue(stream.next().data().contains("no longer served by the API server"));
                }
                awaitState(running, WIDGETS, "NotServed");
                RunningSidecar.Answer list = get(running, "/apis/example.com/v1/widgets");
                assertEquals(503, list.status());
                assertTrue(list.body().contains("NotServed"), list::body);
                assertEquals(404, get(running, "/apis/example.com").status());
                // Then: a JSON watch just ends, as the API server's does
                assertEquals("", watch.rest());
                assertEquals(200, probe(running, "/readyz"));

                // When
                bringWidgetsBack(3);

                // Then
                awaitState(running, WIDGETS, "Synced");
                upstream.awaitConverged(running, WIDGETS);
                assertEquals("RESET", alone.next().name());
                assertEquals("SYNCED", alone.next(4).get(3).replaceFirst(" .*", ""));
                assertEquals(podWatches, upstream.watches("pods").size());
            }
        }
    }

    private static int probe(RunningSidecar running, String path) {
        try (RawStream probe =
                RawStream.get(running.sidecar().managementPort(), path, Map.of(), Duration.ofSeconds(10))) {
            return probe.status();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    @DisplayName("CR-01: a kind that is gone is asked for a few times a minute, with one line in the log")
    void asksSlowlyForAKindThatIsGone() {
        // Given
        try (CapturedLog log = new CapturedLog("dev.nearcache.ReflectorLog");
                RunningSidecar running = upstream.sidecarWith("", WIDGETS)) {
            running.awaitSynced();

            // When
            removeWidgets();
            awaitState(running, WIDGETS, "NotServed");
            int before = requests("/apis").size();
            Await.until(Duration.ofSeconds(20), () -> requests("/apis").size() >= before + 2);

            // Then
            assertEquals(
                    1,
                    log.lines().stream()
                            .filter(line -> line.contains("NOT_FOUND"))
                            .count(),
                    () -> log.lines().toString());
        }
    }

    @Test
    @DisplayName(
            "CR-03, ME-07: 200 comings and goings leave nothing behind: threads, sockets, timers, objects, metrics")
    void comingAndGoingLeavesNothingBehind() throws Exception {
        // Given: ten kinds that come and go together, and a history that is soon full
        List<SimType> types = IntStream.range(0, 10)
                .mapToObj(i -> SimType.custom("example.com", "v1", "kind" + i + "s", "Kind" + i))
                .toList();
        String[] names = types.stream().map(SimType::name).toArray(String[]::new);
        SimulatedUpstream fickle = SimulatedUpstream.start(
                SimulatorSettings.quiet().withTypes(types).withoutObjects());
        String yaml = "upstream: {backoff: {initial: 1ms, max: 1ms}}\nhistory: {events: 10}\n";
        try (RunningSidecar running = fickle.sidecarWith(yaml, names)) {
            running.awaitSynced();
            comeAndGo(fickle, running, names, 10);
            Held before = Held.now(running);

            // When
            comeAndGo(fickle, running, names, 20);

            // Then
            Await.until(
                    () -> json(get(running, "/v1/subscriptions")).path("items").isEmpty());
            for (String name : names) {
                fickle.awaitWatches(name, 1);
            }
            // What is under way when one looks is gone at a later look; what was left behind is not.
            Await.untilAsserted(() -> before.assertNotExceeded(Held.now(running), 20));
        }
    }

    /** Each time with somebody who follows all kinds, and leaves. */
    private static void comeAndGo(SimulatedUpstream upstream, RunningSidecar running, String[] names, int times)
            throws IOException {
        String all = "/v1/stream?resource=" + String.join("&resource=", names);
        for (int i = 0; i < times; i++) {
            for (String name : names) {
                done(upstream.world().many(name, Kind.ADDED, 1));
            }
            try (SseClient follower = SseClient.open(running.port(), all, "")) {
                for (String name : names) {
                    upstream.awaitConverged(running, name);
                    remove(upstream, name);
                }
                for (String name : names) {
                    Await.until(() -> get(running, "/v1/" + name).status() == 503);
                    done(upstream.faults().turnOff(name, Quirk.NOT_SERVED));
                }
                for (String name : names) {
                    upstream.awaitConverged(running, name);
                }
                assertEquals(200, follower.stream().status());
            }
        }
    }

    @Test
    @DisplayName("CR-04: a kind that changes its version, kind, list kind or scope is listed anew, and no other is")
    void aKindMayBecomeAnother() throws Exception {
        // Given
        try (RunningSidecar running = upstream.sidecarWith(FAST, WIDGETS, "pods", "nodes")) {
            running.awaitSynced();
            int lists = upstream.lists("pods").size() + upstream.lists("nodes").size();
            try (SseClient others = SseClient.open(running.port(), "/v1/stream?resource=pods&resource=nodes", "");
                    SseClient stream = SseClient.open(running.port(), "/v1/stream?resource=" + WIDGETS, "")) {
                others.next(212);
                stream.next(11);
                SimType v2 = new SimType(
                        "example.com",
                        "v2",
                        "widgets",
                        "Widget",
                        "WidgetList",
                        Scope.NAMESPACED,
                        SimType.Origin.CUSTOM,
                        List.of());
                SimType renamed = new SimType(
                        "example.com",
                        "v2",
                        "widgets",
                        "Gizmo",
                        "GizmoBox",
                        Scope.NAMESPACED,
                        SimType.Origin.CUSTOM,
                        List.of());
                SimType global = new SimType(
                        "example.com",
                        "v2",
                        "widgets",
                        "Gizmo",
                        "GizmoBox",
                        Scope.CLUSTER,
                        SimType.Origin.CUSTOM,
                        List.of());

                // When, Then
                done(upstream.faults().redefine(WIDGETS, v2));
                Await.until(() -> kind(running, "v2").equals("WidgetList"));
                assertEquals(404, get(running, "/apis/example.com/v1/widgets").status());
                assertTrue(get(running, "/v1/" + WIDGETS).body().contains("example.com/v2"));
                assertEquals("RESET", stream.next().name());
                assertEquals("SYNCED", stream.next(11).get(10).replaceFirst(" .*", ""));

                // When, Then
                done(upstream.faults().redefine(WIDGETS, renamed));
                Await.until(() -> kind(running, "v2").equals("GizmoBox"));
                assertTrue(get(running, "/v1/" + WIDGETS).body().contains("\"kind\":\"Gizmo\""));

                // When, Then
                done(upstream.faults().redefine(WIDGETS, global));
                done(upstream.world().create(WIDGETS, "", "{\"metadata\":{\"name\":\"one\"}}"));
                Await.until(
                        () -> get(running, "/apis/example.com/v2/widgets/one").status() == 200);
                upstream.awaitConverged(running, WIDGETS);

                // Then
                done(upstream.world().many("pods", Kind.MODIFIED, 1));
                assertTrue(others.next(1).get(0).startsWith("MODIFIED "));
                assertEquals(
                        lists,
                        upstream.lists("pods").size() + upstream.lists("nodes").size());
            }
        }
    }

    private static String kind(RunningSidecar running, String version) {
        RunningSidecar.Answer list = get(running, "/apis/example.com/" + version + "/widgets");
        return list.status() == 200 ? json(list).path("kind").asText() : "";
    }

    @Test
    @DisplayName("CR-05: a kind of a group that is down holds back no other, and comes when the group does")
    void aBrokenGroupHoldsBackNoOther() {
        // Given
        done(upstream.faults().turnOn(WIDGETS, Quirk.UNAVAILABLE));
        try (RunningSidecar running = upstream.sidecarWith(FAST, WIDGETS, "pods", "deployments.apps")) {
            awaitState(running, "pods", "Synced");
            awaitState(running, "deployments.apps", "Synced");
            assertEquals(503, get(running, "/v1/" + WIDGETS).status());

            // When
            done(upstream.faults().turnOff(WIDGETS, Quirk.UNAVAILABLE));

            // Then
            awaitState(running, WIDGETS, "Synced");
        }
    }
}
