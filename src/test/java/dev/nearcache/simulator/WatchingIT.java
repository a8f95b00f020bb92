package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Watches from outside (kubernetes-api.md 1.4 and 3). */
@Timeout(60)
class WatchingIT {
    private static final String PODS = "/api/v1/pods";

    @RegisterExtension
    private final QuietSimulator running = new QuietSimulator();

    @Test
    void watchesFromTheListsVersion() throws Exception {
        // Given
        String version = running.client()
                .get(PODS + "?limit=1")
                .json()
                .path("metadata")
                .path("resourceVersion")
                .asText();
        SimObject made = running.simulator()
                .world()
                .create("pods", "default", "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"nodeName\":\"n\"}}")
                .await(5, SECONDS);
        // When
        try (SimClient.Lines watch = running.client().watch(PODS + "?watch=1&resourceVersion=" + version)) {
            running.simulator()
                    .world()
                    .patch("pods", "default", "p", "{\"spec\":{\"nodeName\":null}}")
                    .await(5, SECONDS);
            SimObject gone =
                    running.simulator().world().delete("pods", "default", "p").await(5, SECONDS);
            List<JsonNode> events = watch.next(3);
            // Then
            assertEquals(List.of("ADDED", "MODIFIED", "DELETED"), SimClient.types(events));
            assertEquals(SimClient.parse(made.json()), events.get(0).path("object"));
            assertFalse(events.get(1).path("object").path("spec").has("nodeName"));
            assertEquals(
                    "2",
                    events.get(1)
                            .path("object")
                            .path("metadata")
                            .path("generation")
                            .asText());
            assertEquals(Long.toString(gone.version()), SimClient.version(events.get(2)));
        }
        assertEquals(
                List.of(Change.Kind.ADDED, Change.Kind.MODIFIED, Change.Kind.DELETED),
                running.simulator().log().changes("pods").await(5, SECONDS).stream()
                        .map(Change::kind)
                        .toList());
    }

    @Test
    void aWatchListEndsItsInitialEventsWithAMark() {
        // When
        try (SimClient.Lines watch = running.client()
                .watch(
                        PODS
                                + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")) {
            List<JsonNode> added = watch.next(200);
            JsonNode mark = watch.next();
            // Then
            assertTrue(SimClient.types(added).stream().allMatch("ADDED"::equals));
            assertEquals("BOOKMARK", mark.path("type").asText());
            assertEquals(
                    "true",
                    mark.path("object")
                            .path("metadata")
                            .path("annotations")
                            .path("k8s.io/initial-events-end")
                            .asText());
        }
    }

    @Test
    void leavingTheSelectionIsADeleteWithTheOldBodyAndTheNewVersion() throws Exception {
        // Given
        running.simulator()
                .world()
                .create("configmaps", "default", "{\"metadata\":{\"name\":\"c\",\"labels\":{\"a\":\"1\"}}}")
                .await(5, SECONDS);
        long version = running.simulator().world().version().await(5, SECONDS);
        // When
        try (SimClient.Lines watch =
                running.client().watch("/api/v1/configmaps?watch=1&labelSelector=a%3D1&resourceVersion=" + version)) {
            running.simulator()
                    .world()
                    .patch("configmaps", "default", "c", "{\"metadata\":{\"labels\":{\"a\":\"2\"}}}")
                    .await(5, SECONDS);
            running.simulator()
                    .world()
                    .patch("configmaps", "default", "c", "{\"metadata\":{\"labels\":{\"a\":\"1\"}}}")
                    .await(5, SECONDS);
            List<JsonNode> events = watch.next(2);
            // Then
            assertEquals(List.of("DELETED", "ADDED"), SimClient.types(events));
            assertEquals(
                    "1",
                    events.get(0)
                            .path("object")
                            .path("metadata")
                            .path("labels")
                            .path("a")
                            .asText());
            assertEquals(Long.toString(version + 1), SimClient.version(events.get(0)));
        }
    }

    @Test
    void bookmarksComeWhenOtherTypesMovedTheVersion() throws Exception {
        // Given
        long version = running.simulator().world().version().await(5, SECONDS);
        try (SimClient.Lines watch =
                running.client().watch("/api/v1/nodes?watch=1&allowWatchBookmarks=true&resourceVersion=" + version)) {
            // When
            running.simulator().world().many("pods", Change.Kind.MODIFIED, 3).await(5, SECONDS);
            JsonNode bookmark = watch.next();
            // Then
            assertEquals("BOOKMARK", bookmark.path("type").asText());
            assertEquals("Node", bookmark.path("object").path("kind").asText());
            assertTrue(Long.parseLong(SimClient.version(bookmark)) > version);
        }
    }

    @Test
    void watchesEndAtTheirTimeout() {
        // When
        try (SimClient.Lines watch =
                running.client().watch(PODS + "?watch=1&resourceVersion=999999&timeoutSeconds=1")) {
            // Then
            assertEquals(200, watch.code());
            assertNull(watch.line());
        }
    }

    @Test
    void aWatchBelowTheHistoryIsAnErrorEvent() throws Exception {
        // Given
        long version = running.simulator().world().version().await(5, SECONDS);
        running.simulator().faults().compact("pods").await(5, SECONDS);
        // When
        try (SimClient.Lines watch = running.client().watch(PODS + "?watch=1&resourceVersion=" + version)) {
            // Then
            assertEquals(200, watch.code());
            JsonNode error = watch.next();
            assertEquals("ERROR", error.path("type").asText());
            assertEquals(410, error.path("object").path("code").asInt());
            assertNull(watch.line());
        }
    }

    @Test
    void aClientThatLeavesWhileItIsHeldLeavesNoWatchBehind() throws Exception {
        // Given
        Fault hold = running.simulator()
                .faults()
                .inject("pods", Fault.hold(Verb.READS))
                .await(5, SECONDS);
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), running.simulator().port());
        socket.getOutputStream()
                .write("GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        while (running.simulator().log().requests().await(5, SECONDS).isEmpty()) {
            Thread.onSpinWait();
        }
        // When
        socket.close();
        running.client().get("/api/v1/nodes");
        running.simulator().faults().lift("pods", hold).await(5, SECONDS);
        // Then
        assertEquals(0, running.simulator().log().openWatches("pods").await(5, SECONDS));
    }

    @Test
    void streamsAHundredThousandPods() throws Exception {
        // Given
        Simulator large = Simulator.start(
                        running.vertx(), SimulatorSettings.quiet().withObjects(Map.of("pods", 100_000)))
                .await(60, SECONDS);
        SimClient reader = new SimClient(large.url());
        // When
        long pods = 0;
        try (SimClient.Lines watch = reader.watch(PODS + "?watch=1&allowWatchBookmarks=true")) {
            for (String line = watch.line(); line.startsWith("{\"type\":\"ADDED\""); line = watch.line()) {
                pods++;
            }
        }
        // Then
        assertEquals(100_000, pods);
    }
}
