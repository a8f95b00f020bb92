package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What may happen to open watches. */
@Timeout(60)
class WatchFaultsIT {
    private static final String PODS = "/api/v1/pods";
    private static final String NODES = "/api/v1/nodes";

    @RegisterExtension
    private final QuietSimulator running = new QuietSimulator();

    @ParameterizedTest
    @EnumSource(Cut.class)
    void cutsWatches(Cut how) throws Exception {
        // Given
        try (SimClient.Lines watch = running.client().watch(PODS + "?watch=1&resourceVersion=999999")) {
            // When
            assertEquals(1, running.simulator().faults().cut("pods", how).await(5, SECONDS));
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
        assertEquals(0, running.simulator().log().openWatches("pods").await(5, SECONDS));
    }

    @Test
    void endsWatchesWithAnErrorEvent() throws Exception {
        // Given
        try (SimClient.Lines watch = running.client().watch(PODS + "?watch=1&resourceVersion=999999")) {
            // When
            running.simulator()
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
        String version = running.client()
                .get(PODS + "?limit=1")
                .json()
                .path("metadata")
                .path("resourceVersion")
                .asText();
        running.simulator().faults().compact("pods").await(5, SECONDS);
        // When
        running.simulator().faults().turnOn("pods", Quirk.EXPIRE_AS_STATUS).await(5, SECONDS);
        SimClient.Answer watch = running.client().get(PODS + "?watch=1&resourceVersion=" + version);
        // Then
        assertEquals(410, watch.code());
        assertEquals("Expired", watch.json().path("reason").asText());
    }

    @Test
    void changesWithoutTellingWatchers() throws Exception {
        // Given
        long version = running.simulator().world().version().await(5, SECONDS);
        try (SimClient.Lines watch = running.client().watch(PODS + "?watch=1&resourceVersion=" + version)) {
            // When
            running.simulator()
                    .world()
                    .silently()
                    .many("pods", Change.Kind.DELETED, 1)
                    .await(5, SECONDS);
            SimObject told = running.simulator()
                    .world()
                    .many("pods", Change.Kind.MODIFIED, 1)
                    .await(5, SECONDS)
                    .get(0);
            // Then
            assertEquals(SimClient.parse(told.json()), watch.next().path("object"));
        }
        assertEquals(199, running.client().get(PODS).json().path("items").size());
    }

    @Test
    void makesARelistWithDifferences() throws Exception {
        // Given
        String version = running.client()
                .get(PODS)
                .json()
                .path("metadata")
                .path("resourceVersion")
                .asText();
        try (SimClient.Lines watch = running.client().watch(PODS + "?watch=1&resourceVersion=" + version)) {
            // When
            List<SimObject> gone = running.simulator()
                    .faults()
                    .relistWith("pods", Change.Kind.DELETED, 150)
                    .await(5, SECONDS);
            // Then
            assertEquals(150, gone.size());
            assertThrows(UncheckedIOException.class, watch::line);
        }
        try (SimClient.Lines again = running.client().watch(PODS + "?watch=1&resourceVersion=" + version)) {
            assertEquals(410, again.next().path("object").path("code").asInt());
        }
        assertEquals(50, running.client().get(PODS).json().path("items").size());
    }

    @Test
    void sendsNothingOnSilentWatchesUntilTheyMaySpeakAgain() throws Exception {
        // Given
        running.simulator().faults().turnOn("pods", Quirk.SILENT_WATCHES).await(5, SECONDS);
        long version = running.simulator().world().version().await(5, SECONDS);
        try (SimClient.Lines watch =
                running.client().watch(PODS + "?watch=1&allowWatchBookmarks=1&resourceVersion=" + version)) {
            running.simulator().world().many("pods", Change.Kind.MODIFIED, 1).await(5, SECONDS);
            CompletableFuture<JsonNode> next = CompletableFuture.supplyAsync(watch::next);
            assertThrows(
                    java.util.concurrent.TimeoutException.class,
                    () -> next.get(1_500, java.util.concurrent.TimeUnit.MILLISECONDS));
            // When
            running.simulator().faults().turnOff("pods", Quirk.SILENT_WATCHES).await(5, SECONDS);
            // Then
            assertEquals("MODIFIED", next.get(5, SECONDS).path("type").asText());
        }
    }

    @Test
    void refusesWatchListsAndLeavesOutTheirEnd() throws Exception {
        // Given
        String list = NODES + "?watch=1&sendInitialEvents=1&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=1";
        // When
        running.simulator().faults().turnOn("nodes", Quirk.NO_WATCH_LIST).await(5, SECONDS);
        SimClient.Answer refused = running.client().get(list);
        running.simulator().faults().turnOff("nodes", Quirk.NO_WATCH_LIST).await(5, SECONDS);
        running.simulator().faults().turnOn("nodes", Quirk.NO_END_MARK).await(5, SECONDS);
        // Then
        assertEquals(422, refused.code());
        try (SimClient.Lines watch = running.client().watch(list + "&timeoutSeconds=1")) {
            watch.next(10)
                    .forEach(event -> assertEquals("ADDED", event.path("type").asText()));
            assertNull(watch.line());
        }
    }

    @Test
    void sendsNoBookmarks() throws Exception {
        // Given
        running.simulator().faults().turnOn("nodes", Quirk.NO_BOOKMARKS).await(5, SECONDS);
        long version = running.simulator().world().version().await(5, SECONDS);
        try (SimClient.Lines watch = running.client()
                .watch(NODES + "?watch=1&allowWatchBookmarks=1&timeoutSeconds=3&resourceVersion=" + version)) {
            // When
            running.simulator().world().many("pods", Change.Kind.MODIFIED, 1).await(5, SECONDS);
            // Then
            assertNull(watch.line());
        }
    }

    @Test
    void anEventOfMegabytesAndABurstArriveWhole() throws Exception {
        // Given
        long version = running.simulator().world().version().await(5, SECONDS);
        try (SimClient.Lines watch = running.client().watch(NODES + "?watch=1&resourceVersion=" + version)) {
            // When
            running.simulator().world().burst("nodes", 1, 2_500_000).await(5, SECONDS);
            running.simulator().world().burst("nodes", 1_000, 1_000).await(20, SECONDS);
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
