package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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

/** What may happen to requests for a type. */
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
    void ignoresLimits() throws Exception {
        // When
        simulator.faults().turnOn("pods", Quirk.IGNORE_LIMIT).await(5, SECONDS);
        // Then
        assertEquals(200, client.get(PODS + "?limit=10").json().path("items").size());
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
}
