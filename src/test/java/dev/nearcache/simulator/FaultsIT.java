package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each way in which the simulator fails on demand. */
@Timeout(60)
class FaultsIT {
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

    @Test
    void holdsATypeBackUntilItIsLifted() throws Exception {
        // Given
        Fault hold =
                simulator.faults().inject("pods", Fault.hold(Set.of(Verb.LIST))).await(5, SECONDS);
        CompletableFuture<SimClient.Answer> pods = CompletableFuture.supplyAsync(() -> client.get(PODS));
        // When
        SimClient.Answer nodes = client.get(NODES);
        boolean early = pods.isDone();
        simulator.faults().lift("pods", hold).await(5, SECONDS);
        // Then
        assertEquals(200, nodes.code());
        assertFalse(early);
        assertEquals(200, pods.get(10, SECONDS).code());
    }

    @Test
    void forbidsAType() throws Exception {
        // When
        simulator.faults().inject("widgets.example.com", Fault.forbid()).await(5, SECONDS);
        SimClient.Answer answer = client.get("/apis/example.com/v1/namespaces/team-00/widgets");
        // Then
        assertEquals(403, answer.code());
        assertEquals(
                "widgets.example.com is forbidden: User \"system:serviceaccount:default:nearcache\" cannot list resource"
                        + " \"widgets\" in API group \"example.com\" in the namespace \"team-00\"",
                answer.json().path("message").asText());
        assertEquals(200, client.get(PODS).code());
    }

    @Test
    void answersTheNextRequestsWithAStatus() throws Exception {
        // Given
        StatusBody busy = StatusBody.of(429, "TooManyRequests", "storage is (re)initializing")
                .with(Json.object().put("retryAfterSeconds", 2));
        // When
        simulator
                .faults()
                .inject("pods", Fault.answer(Set.of(Verb.LIST), 2, busy))
                .await(5, SECONDS);
        simulator
                .faults()
                .inject("pods", Fault.answer(Set.of(Verb.LIST), 1, 502, Map.of("Retry-After", "1"), "<html>"))
                .await(5, SECONDS);
        SimClient.Answer first = client.get(PODS);
        SimClient.Answer second = client.get(PODS);
        SimClient.Answer third = client.get(PODS);
        SimClient.Answer fourth = client.get(PODS);
        // Then
        assertEquals(List.of(429, 429, 502, 200), List.of(first.code(), second.code(), third.code(), fourth.code()));
        assertEquals("2", first.retryAfter());
        assertEquals("<html>", third.text());
    }

    @Test
    void answersUnauthorizedAndHangsUp() throws Exception {
        // When
        Fault fault = simulator.faults().inject("pods", Fault.unauthorized()).await(5, SECONDS);
        SimClient.Answer unauthorized = client.get(PODS);
        simulator.faults().lift("pods", fault).await(5, SECONDS);
        simulator.faults().inject("pods", Fault.hangUp(Verb.READS, 5)).await(5, SECONDS);
        SimClient.Answer hungUp = client.get(PODS);
        simulator.faults().clear().await(5, SECONDS);
        // Then
        assertEquals(401, unauthorized.code());
        assertEquals(-1, hungUp.code());
        assertEquals(200, client.get(PODS).code());
    }

    @Test
    void closesEverythingInAnOutageAndComesBackOnTheSamePort() throws Exception {
        // Given
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&resourceVersion=999999")) {
            // When
            simulator.faults().outage().await(5, SECONDS);
            SimClient.Answer refused = client.get(PODS);
            // Then
            assertThrows(UncheckedIOException.class, watch::line);
            assertEquals(-1, refused.code());
            assertEquals(0, simulator.log().openWatches("pods").await(5, SECONDS));
        }
        simulator.faults().recover().await(5, SECONDS);
        assertEquals(200, client.get(PODS).code());
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
    void servesATypeNoMore() throws Exception {
        // When
        simulator.faults().turnOn("widgets.example.com", Quirk.NOT_SERVED).await(5, SECONDS);
        // Then
        assertEquals(404, client.get("/apis/example.com/v1/widgets").code());
        assertEquals(2, client.get("/apis").json().path("groups").size());
        simulator.faults().turnOff("widgets.example.com", Quirk.NOT_SERVED).await(5, SECONDS);
        assertEquals(200, client.get("/apis/example.com/v1/widgets").code());
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
    void writesAByteAtATime() throws Exception {
        // Given
        JsonNode whole = client.get("/api/v1/configmaps").json();
        // When
        simulator.faults().pace("configmaps", new Pace(1, Duration.ZERO)).await(5, SECONDS);
        // Then
        assertEquals(whole, client.get("/api/v1/configmaps").json());
    }

    @Test
    void writesSlowly() throws Exception {
        // Given
        JsonNode whole = client.get("/api/v1/namespaces").json();
        // When
        simulator
                .faults()
                .pace("namespaces", new Pace(200, Duration.ofMillis(5)))
                .await(5, SECONDS);
        // Then
        assertEquals(whole, client.get("/api/v1/namespaces").json());
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
    void ignoresLimits() throws Exception {
        // When
        simulator.faults().turnOn("pods", Quirk.IGNORE_LIMIT).await(5, SECONDS);
        // Then
        assertEquals(200, client.get(PODS + "?limit=10").json().path("items").size());
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
    void movesTheVersionInBothDirections() throws Exception {
        // Given
        long version = simulator.world().version().await(5, SECONDS);
        // When
        simulator.faults().jump(version + 1_000_000).await(5, SECONDS);
        JsonNode up = client.get(PODS).json();
        simulator.faults().jump(version - 5).await(5, SECONDS);
        JsonNode down = client.get(PODS).json();
        // Then
        assertEquals(
                version + 1_000_000, up.path("metadata").path("resourceVersion").asLong());
        assertEquals(version - 5, down.path("metadata").path("resourceVersion").asLong());
        assertEquals(up.path("items"), down.path("items"));
    }

    @Test
    void aTypeThatIsNotThereIsNamed() {
        // When
        Exception failure = assertThrows(
                IllegalArgumentException.class,
                () -> simulator.faults().compact("pod").await(5, SECONDS));
        // Then
        assertTrue(String.valueOf(failure.getMessage()).startsWith("no type pod; there are [pods, "));
    }

    @Test
    void asksForTokens() throws Exception {
        // When
        simulator.faults().inject("pods", Fault.requireToken(Set.of("t2"))).await(5, SECONDS);
        // Then
        assertEquals(401, client.get(PODS).code());
        assertEquals(200, client.with("Authorization", "Bearer t2").get(PODS).code());
        assertEquals(401, client.with("Authorization", "Bearer t1").get(PODS).code());
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
