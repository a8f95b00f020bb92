package dev.nearcache;

import static dev.nearcache.testing.SimulatedUpstream.done;
import static dev.nearcache.testing.SimulatedUpstream.get;
import static dev.nearcache.testing.SimulatedUpstream.json;
import static dev.nearcache.testing.SimulatedUpstream.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.SimulatedUpstream;
import dev.nearcache.testing.SseClient;
import dev.nearcache.testing.SseReader.Event;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More of a type than its limits allow: its reads say so, the others go on, and it comes back once it fits. */
@Timeout(120)
class OverLimitIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A type that is over its limit waits ten times as long as others: half a second at first. */
    private static final String STREAMING = "upstream: {backoff: {initial: 50ms, max: 200ms}}\n";

    private static final String PLAIN =
            "upstream: {watchList: never, pageSize: 50, backoff: {initial: 50ms, max: 200ms}}\n";

    private static final String EXPLAINED = "more than 210 objects, as limited by maxObjects: 210";

    private final SimulatedUpstream server = SimulatedUpstream.start(SimulatorSettings.quiet());

    private static void awaitState(RunningSidecar running, String state) {
        Await.untilAsserted(
                () -> assertEquals(state, report(running, "pods").path("state").asText()));
    }

    private static String pods(String setting) {
        return "pods\n    " + setting;
    }

    private static void assertNothingIsHeld(RunningSidecar running) {
        JsonNode entry = report(running, "pods");
        assertEquals(0, entry.path("objects").asInt());
        assertEquals(0, entry.path("bytes").asLong());
        assertEquals(0, entry.path("storedBytes").asLong());
        assertFalse(entry.path("synced").asBoolean());
    }

    private static void assertServes(RunningSidecar running, int objects) {
        assertEquals(objects, json(get(running, "/api/v1/pods")).path("items").size());
    }

    @Test
    void whatAWatchAddsBeyondTheLimitEndsEveryReadAndTheTypeComesBackOnceItFits() throws Exception {
        // Given
        try (RunningSidecar running = server.sidecarWith(STREAMING, pods("maxObjects: 210"), "nodes")) {
            running.awaitSynced();
            String name = json(get(running, "/api/v1/pods?limit=1"))
                    .at("/items/0/metadata/name")
                    .asText();
            String namespace = json(get(running, "/api/v1/pods?limit=1"))
                    .at("/items/0/metadata/namespace")
                    .asText();
            String version = json(get(running, "/api/v1/pods?limit=1"))
                    .at("/metadata/resourceVersion")
                    .asText();
            try (SseClient events = SseClient.open(running.port(), "/v1/stream?resource=pods&resource=nodes", "");
                    SseClient insisting =
                            SseClient.open(running.port(), "/v1/stream?resource=pods&onExpired=error", version);
                    RawStream watch = RawStream.get(
                            running.port(),
                            "/api/v1/pods?watch=true&resourceVersion=" + version,
                            Map.of(),
                            Duration.ofSeconds(30))) {
                skipTo(events, "SYNCED");
                skipTo(events, "SYNCED");

                // When
                done(server.world().many("pods", Kind.ADDED, 11));

                // Then
                awaitState(running, "OverLimit");
                assertNothingIsHeld(running);
                assertTrue(report(running, "pods").path("message").asText().contains(EXPLAINED));
                for (String path : List.of(
                        "/api/v1/pods",
                        "/api/v1/namespaces/" + namespace + "/pods",
                        "/api/v1/namespaces/" + namespace + "/pods/" + name,
                        "/v1/pods",
                        "/v1/namespaces/" + namespace + "/pods/" + name)) {
                    Answer refused = get(running, path);
                    assertEquals(503, refused.status(), path);
                    assertEquals("Status", json(refused).path("kind").asText(), path);
                    assertEquals(
                            "ServiceUnavailable", json(refused).path("reason").asText(), path);
                    assertTrue(json(refused).path("message").asText().contains(EXPLAINED), refused.body());
                    assertFalse(refused.headers().containsKey("retry-after"), path);
                }
                Answer unwatched = get(running, "/api/v1/pods?watch=true");
                assertEquals(429, unwatched.status());
                assertTrue(json(unwatched).path("message").asText().contains(EXPLAINED), unwatched.body());
                assertEquals(200, get(running, "/api/v1/nodes").status());

                // Then the Kubernetes watch ends with the reason, and nobody is told that anything was deleted
                JsonNode last = lastLine(watch);
                assertEquals("ERROR", last.path("type").asText());
                assertEquals(410, last.at("/object/code").asInt());
                assertTrue(last.at("/object/message").asText().contains(EXPLAINED), last.toString());

                // Then streams of events say so, and wait, unless their client asked for an end
                JsonNode error = JSON.readTree(skipTo(events, "ERROR").data());
                assertEquals(503, error.at("/object/code").asInt());
                assertTrue(error.at("/object/message").asText().contains(EXPLAINED), error.toString());
                assertEquals(
                        503,
                        JSON.readTree(skipTo(insisting, "ERROR").data())
                                .at("/object/code")
                                .asInt());

                // Then the probes and the metrics say so
                String ready = running.probe("/readyz?verbose").body();
                assertTrue(ready.contains("OverLimit") && ready.contains(EXPLAINED), ready);
                String metrics = running.probe("/metrics").body();
                for (String line : List.of(
                        "nearcache_over_limit{resource=\"pods\"} 1.0",
                        "nearcache_over_limit{resource=\"nodes\"} 0.0",
                        "nearcache_objects_limit{resource=\"pods\"} 210.0",
                        "nearcache_state{resource=\"pods\",state=\"OverLimit\"} 1.0")) {
                    assertTrue(metrics.contains(line), () -> line + " is not in\n" + metrics);
                }

                // When
                done(server.world().many("pods", Kind.DELETED, 20));

                // Then
                awaitState(running, "Synced");
                assertServes(running, 191);
                skipTo(events, "RESET");
                skipTo(events, "SYNCED");
                server.awaitConverged(running, "pods");
            }
        }
    }

    private static Event skipTo(SseClient events, String name) throws Exception {
        Event event = events.next();
        while (!event.name().equals(name)) {
            assertFalse(event.name().equals("DELETED"), event::toString);
            event = events.next();
        }
        return event;
    }

    private static JsonNode lastLine(RawStream watch) throws Exception {
        String[] lines = watch.rest().split("\n", -1);
        for (String line : lines) {
            assertFalse(line.contains("\"DELETED\""), line);
        }
        return JSON.readTree(lines[lines.length - 2]);
    }

    @Test
    void aListWhosePagesNeverEndStopsAtTheLimit() throws Exception {
        // Given
        String page =
                "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\",\"continue\":\"more\"},"
                        + "\"items\":[{\"metadata\":{\"name\":\"x\",\"namespace\":\"default\",\"uid\":\"1\",\"resourceVersion\":\"3\"}}]}";
        Fault endless = done(server.faults()
                .inject(
                        "pods",
                        Fault.answer(
                                Set.of(Verb.LIST),
                                Integer.MAX_VALUE,
                                200,
                                Map.of("Content-Type", "application/json"),
                                page)));
        try (RunningSidecar running = server.sidecarWith(PLAIN, pods("maxObjects: 210"), "nodes")) {
            // When
            awaitState(running, "OverLimit");

            // Then
            assertNothingIsHeld(running);
            assertEquals(200, get(running, "/api/v1/nodes").status());
            assertTrue(server.lists("pods").size() >= 211, "each page has one pod");
            String ready = running.probe("/readyz?verbose").body();
            assertTrue(ready.contains("OverLimit: " + EXPLAINED), ready);
            assertFalse(running.probe("/readyz").status() == 200, "a type that was never there holds readiness back");

            // When it ends
            done(server.faults().lift("pods", endless));

            // Then
            awaitState(running, "Synced");
            assertServes(running, 200);
            assertEquals(200, running.probe("/readyz").status());
        }
    }

    @Test
    void aListInOnePieceIsNotReadBeyondTheLimit() throws Exception {
        // Given
        done(server.faults().turnOn("pods", Quirk.IGNORE_LIMIT));
        try (RunningSidecar running = server.sidecarWith(PLAIN, pods("maxBytes: 64Ki"), "nodes")) {
            // When
            awaitState(running, "OverLimit");

            // Then
            assertNothingIsHeld(running);
            assertTrue(report(running, "pods")
                    .path("message")
                    .asText()
                    .contains("more than 65536 bytes of JSON, as limited by maxBytes: 65536"));
            assertTrue(running.probe("/metrics")
                    .body()
                    .contains("nearcache_objects_size_limit_bytes{resource=\"pods\"} 65536.0"));

            // When
            done(server.world().many("pods", Kind.DELETED, 195));

            // Then
            awaitState(running, "Synced");
            assertServes(running, 5);
        }
    }

    @Test
    void aStreamingListThatIsNeverMarkedCompleteStopsAtTheLimit() throws Exception {
        // Given
        done(server.faults().turnOn("pods", Quirk.NO_END_MARK));
        try (RunningSidecar running = server.sidecarWith(STREAMING, pods("maxObjects: 150"), "nodes")) {
            // When
            awaitState(running, "OverLimit");

            // Then
            assertNothingIsHeld(running);
            assertEquals(0, server.lists("pods").size(), "a plain list would bring as much again");

            // When
            done(server.faults().turnOff("pods", Quirk.NO_END_MARK));
            done(server.world().many("pods", Kind.DELETED, 60));

            // Then
            awaitState(running, "Synced");
            assertServes(running, 140);
        }
    }

    @Test
    void theNamespacesOfATypeShareItsLimitAndComeBackTogether() throws Exception {
        // Given
        for (int i = 0; i < 6; i++) {
            for (String namespace : List.of("left", "right")) {
                done(server.world()
                        .create("configmaps", namespace, "{\"metadata\":{\"name\":\"m" + i + "\"},\"data\":{}}"));
            }
        }
        try (RunningSidecar running =
                server.sidecarWith(PLAIN, "configmaps\n    namespaces: [left, right]\n    maxObjects: 11")) {
            // When
            Await.untilAsserted(() -> assertEquals(
                    "OverLimit", report(running, "configmaps").path("state").asText()));

            // Then
            assertEquals(
                    503,
                    get(running, "/api/v1/namespaces/left/configmaps?partial=true")
                            .status());

            // When
            done(server.world().delete("configmaps", "right", "m0"));

            // Then
            Await.untilAsserted(() -> assertEquals(
                    "Synced", report(running, "configmaps").path("state").asText()));
            assertEquals(
                    6,
                    json(get(running, "/api/v1/namespaces/left/configmaps"))
                            .path("items")
                            .size());
            assertEquals(
                    5,
                    json(get(running, "/api/v1/namespaces/right/configmaps"))
                            .path("items")
                            .size());
        }
    }
}
