package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may happen to open watches. */
@Timeout(60)
class WatchFaultsIT {
    private static final String PODS = "/api/v1/pods";
    private static final String NODES = "/api/v1/nodes";

    private final Vertx vertx = Vertx.vertx();
    private Simulator simulator;
    private SimClient client;

    @BeforeEach
    void start() throws Exception {
        simulator = Simulator.start(vertx, SimulatorSettings.quiet()).await(20, SECONDS);
        client = new SimClient(simulator.url());
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().await(20, SECONDS);
    }

    @ParameterizedTest
    @EnumSource(Cut.class)
    void cutsWatches(Cut how) throws Exception {
        // Given
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&resourceVersion=999999")) {
            // When
            assertEquals(1, simulator.faults().cut("pods", how).await(5, SECONDS));
            // Then
            switch (how) {
                case END -> assertNull(watch.line());
                case BREAK -> assertThrows(UncheckedIOException.class, watch::line);
                case MID_LINE -> assertThrows(UncheckedIOException.class, watch::line);
                case NO_NEWLINE -> {
                    assertEquals("BOOKMARK", watch.next().path("type").asText());
                    assertNull(watch.line());
                }
            }
        }
        assertEquals(0, simulator.log().openWatches("pods").await(5, SECONDS));
    }

    @Test
    void endsWatchesWithAnErrorEvent() throws Exception {
        // Given
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&resourceVersion=999999")) {
            // When
            simulator
                    .faults()
                    .error("pods", StatusBody.of(500, "InternalError", "boom"))
                    .await(5, SECONDS);
            // Then
            assertEquals(500, watch.next().path("object").path("code").asInt());
            assertNull(watch.line());
        }
    }

    @Test
    void answersAnExpiredWatchWithTheStatusCodeIfTurnedOn() throws Exception {
        // Given
        String version = client.get(PODS + "?limit=1")
                .json()
                .path("metadata")
                .path("resourceVersion")
                .asText();
        simulator.faults().compact("pods").await(5, SECONDS);
        // When
        simulator.faults().turnOn("pods", Quirk.EXPIRE_AS_STATUS).await(5, SECONDS);
        SimClient.Answer watch = client.get(PODS + "?watch=1&resourceVersion=" + version);
        // Then
        assertEquals(410, watch.code());
        assertEquals("Expired", watch.json().path("reason").asText());
    }

    @Test
    void changesWithoutTellingWatchers() throws Exception {
        // Given
        long version = simulator.world().version().await(5, SECONDS);
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&resourceVersion=" + version)) {
            // When
            simulator.world().silently().many("pods", Change.Kind.DELETED, 1).await(5, SECONDS);
            SimObject told = simulator
                    .world()
                    .many("pods", Change.Kind.MODIFIED, 1)
                    .await(5, SECONDS)
                    .get(0);
            // Then
            assertEquals(SimClient.parse(told.json()), watch.next().path("object"));
        }
        assertEquals(199, client.get(PODS).json().path("items").size());
    }

    @Test
    void makesARelistWithDifferences() throws Exception {
        // Given
        String version =
                client.get(PODS).json().path("metadata").path("resourceVersion").asText();
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&resourceVersion=" + version)) {
            // When
            List<SimObject> gone = simulator
                    .faults()
                    .relistWith("pods", Change.Kind.DELETED, 150)
                    .await(5, SECONDS);
            // Then
            assertEquals(150, gone.size());
            assertThrows(UncheckedIOException.class, watch::line);
        }
        try (SimClient.Lines again = client.watch(PODS + "?watch=1&resourceVersion=" + version)) {
            assertEquals(410, again.next().path("object").path("code").asInt());
        }
        assertEquals(50, client.get(PODS).json().path("items").size());
    }

    @Test
    void sendsNothingOnSilentWatchesUntilTheyMaySpeakAgain() throws Exception {
        // Given
        simulator.faults().turnOn("pods", Quirk.SILENT_WATCHES).await(5, SECONDS);
        long version = simulator.world().version().await(5, SECONDS);
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&allowWatchBookmarks=1&resourceVersion=" + version)) {
            simulator.world().many("pods", Change.Kind.MODIFIED, 1).await(5, SECONDS);
            CompletableFuture<JsonNode> next = CompletableFuture.supplyAsync(watch::next);
            assertThrows(
                    java.util.concurrent.TimeoutException.class,
                    () -> next.get(1_500, java.util.concurrent.TimeUnit.MILLISECONDS));
            // When
            simulator.faults().turnOff("pods", Quirk.SILENT_WATCHES).await(5, SECONDS);
            // Then
            assertEquals("MODIFIED", next.get(5, SECONDS).path("type").asText());
        }
    }

    @Test
    void refusesWatchListsAndLeavesOutTheirEnd() throws Exception {
        // Given
        String list = NODES + "?watch=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=1";
        // When
        simulator.faults().turnOn("nodes", Quirk.NO_WATCH_LIST).await(5, SECONDS);
        SimClient.Answer refused = client.get(list);
        simulator.faults().turnOff("nodes", Quirk.NO_WATCH_LIST).await(5, SECONDS);
        simulator.faults().turnOn("nodes", Quirk.NO_END_MARK).await(5, SECONDS);
        // Then
        assertEquals(422, refused.code());
        try (SimClient.Lines watch = client.watch(list + "&timeoutSeconds=1")) {
            watch.next(10)
                    .forEach(event -> assertEquals("ADDED", event.path("type").asText()));
            assertNull(watch.line());
        }
    }

    @Test
    void sendsNoBookmarks() throws Exception {
        // Given
        simulator.faults().turnOn("nodes", Quirk.NO_BOOKMARKS).await(5, SECONDS);
        long version = simulator.world().version().await(5, SECONDS);
        try (SimClient.Lines watch =
                client.watch(NODES + "?watch=1&allowWatchBookmarks=1&timeoutSeconds=3&resourceVersion=" + version)) {
            // When
            simulator.world().many("pods", Change.Kind.MODIFIED, 1).await(5, SECONDS);
            // Then
            assertNull(watch.line());
        }
    }

    @Test
    void anEventOfMegabytesAndABurstArriveWhole() throws Exception {
        // Given
        long version = simulator.world().version().await(5, SECONDS);
        try (SimClient.Lines watch = client.watch(NODES + "?watch=1&resourceVersion=" + version)) {
            // When
            simulator.world().burst("nodes", 1, 2_500_000).await(5, SECONDS);
            simulator.world().burst("nodes", 1_000, 1_000).await(20, SECONDS);
            // Then
            assertTrue(watch.next().toString().length() > 2_500_000);
            long last = version + 1;
            for (JsonNode event : watch.next(1_000)) {
                long next = event.path("object")
                        .path("metadata")
                        .path("resourceVersion")
                        .asLong();
                assertEquals(last + 1, next);
                last = next;
            }
        }
    }
}
