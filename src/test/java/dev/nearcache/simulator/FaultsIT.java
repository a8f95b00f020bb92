package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What may happen to requests for a type. */
@Timeout(60)
class FaultsIT {
    private static final String PODS = "/api/v1/pods";
    private static final String NODES = "/api/v1/nodes";

    @RegisterExtension
    private final QuietSimulator running = new QuietSimulator();

    @Test
    void holdsATypeBackUntilItIsLifted() throws Exception {
        // Given
        Fault hold = running.simulator()
                .faults()
                .inject("pods", Fault.hold(Set.of(Verb.LIST)))
                .await(5, SECONDS);
        CompletableFuture<SimClient.Answer> pods =
                CompletableFuture.supplyAsync(() -> running.client().get(PODS));
        // When
        SimClient.Answer nodes = running.client().get(NODES);
        boolean early = pods.isDone();
        running.simulator().faults().lift("pods", hold).await(5, SECONDS);
        // Then
        assertEquals(200, nodes.code());
        assertFalse(early);
        assertEquals(200, pods.get(10, SECONDS).code());
    }

    @Test
    void forbidsAType() throws Exception {
        // When
        running.simulator()
                .faults()
                .inject("widgets.example.com", Fault.forbid())
                .await(5, SECONDS);
        SimClient.Answer answer = running.client().get("/apis/example.com/v1/namespaces/team-00/widgets");
        // Then
        assertEquals(403, answer.code());
        assertEquals(
                "widgets.example.com is forbidden: User \"system:serviceaccount:default:nearcache\" cannot list resource"
                        + " \"widgets\" in API group \"example.com\" in the namespace \"team-00\"",
                answer.json().path("message").asText());
        assertEquals(200, running.client().get(PODS).code());
    }

    @Test
    void answersTheNextRequestsWithAStatus() throws Exception {
        // Given
        StatusBody busy = StatusBody.of(429, "TooManyRequests", "storage is (re)initializing")
                .with(Json.object().put("retryAfterSeconds", 2));
        // When
        running.simulator()
                .faults()
                .inject("pods", Fault.answer(Set.of(Verb.LIST), 2, busy))
                .await(5, SECONDS);
        running.simulator()
                .faults()
                .inject("pods", Fault.answer(Set.of(Verb.LIST), 1, 502, Map.of("Retry-After", "1"), "<html>"))
                .await(5, SECONDS);
        SimClient.Answer first = running.client().get(PODS);
        SimClient.Answer second = running.client().get(PODS);
        SimClient.Answer third = running.client().get(PODS);
        SimClient.Answer fourth = running.client().get(PODS);
        // Then
        assertEquals(List.of(429, 429, 502, 200), List.of(first.code(), second.code(), third.code(), fourth.code()));
        assertEquals("2", first.retryAfter());
        assertEquals("<html>", third.text());
    }

    @Test
    void answersUnauthorizedAndHangsUp() throws Exception {
        // When
        Fault fault = running.simulator()
                .faults()
                .inject("pods", Fault.unauthorized())
                .await(5, SECONDS);
        SimClient.Answer unauthorized = running.client().get(PODS);
        running.simulator().faults().lift("pods", fault).await(5, SECONDS);
        running.simulator().faults().inject("pods", Fault.hangUp(Verb.READS, 5)).await(5, SECONDS);
        SimClient.Answer hungUp = running.client().get(PODS);
        running.simulator().faults().clear().await(5, SECONDS);
        // Then
        assertEquals(401, unauthorized.code());
        assertEquals(-1, hungUp.code());
        assertEquals(200, running.client().get(PODS).code());
    }

    @Test
    void closesEverythingInAnOutageAndComesBackOnTheSamePort() throws Exception {
        // Given
        try (SimClient.Lines watch = running.client().watch(PODS + "?watch=1&resourceVersion=999999")) {
            // When
            running.simulator().faults().outage().await(5, SECONDS);
            SimClient.Answer refused = running.client().get(PODS);
            // Then
            assertThrows(UncheckedIOException.class, watch::line);
            assertEquals(-1, refused.code());
            assertEquals(0, running.simulator().log().openWatches("pods").await(5, SECONDS));
        }
        running.simulator().faults().recover().await(5, SECONDS);
        assertEquals(200, running.client().get(PODS).code());
    }

    @Test
    void servesATypeNoMore() throws Exception {
        // When
        running.simulator()
                .faults()
                .turnOn("widgets.example.com", Quirk.NOT_SERVED)
                .await(5, SECONDS);
        // Then
        assertEquals(404, running.client().get("/apis/example.com/v1/widgets").code());
        assertEquals(2, running.client().get("/apis").json().path("groups").size());
        running.simulator()
                .faults()
                .turnOff("widgets.example.com", Quirk.NOT_SERVED)
                .await(5, SECONDS);
        assertEquals(200, running.client().get("/apis/example.com/v1/widgets").code());
    }

    @Test
    void writesAByteAtATime() throws Exception {
        // Given
        JsonNode whole = running.client().get("/api/v1/configmaps").json();
        // When
        running.simulator()
                .faults()
                .pace("configmaps", new Pace(1, Duration.ZERO))
                .await(5, SECONDS);
        // Then
        assertEquals(whole, running.client().get("/api/v1/configmaps").json());
    }

    @Test
    void writesSlowly() throws Exception {
        // Given
        JsonNode whole = running.client().get("/api/v1/namespaces").json();
        // When
        running.simulator()
                .faults()
                .pace("namespaces", new Pace(200, Duration.ofMillis(5)))
                .await(5, SECONDS);
        // Then
        assertEquals(whole, running.client().get("/api/v1/namespaces").json());
    }

    @Test
    void ignoresLimits() throws Exception {
        // When
        running.simulator().faults().turnOn("pods", Quirk.IGNORE_LIMIT).await(5, SECONDS);
        // Then
        assertEquals(
                200,
                running.client().get(PODS + "?limit=10").json().path("items").size());
    }

    @Test
    void movesTheVersionInBothDirections() throws Exception {
        // Given
        long version = running.simulator().world().version().await(5, SECONDS);
        // When
        running.simulator().faults().jump(version + 1_000_000).await(5, SECONDS);
        JsonNode up = running.client().get(PODS).json();
        running.simulator().faults().jump(version - 5).await(5, SECONDS);
        JsonNode down = running.client().get(PODS).json();
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
                () -> running.simulator().faults().compact("pod").await(5, SECONDS));
        // Then
        assertTrue(String.valueOf(failure.getMessage()).startsWith("no type pod; there are [pods, "));
    }

    @Test
    void asksForTokens() throws Exception {
        // When
        running.simulator()
                .faults()
                .inject("pods", Fault.requireToken(Set.of("t2")))
                .await(5, SECONDS);
        // Then
        assertEquals(401, running.client().get(PODS).code());
        assertEquals(
                200,
                running.client().with("Authorization", "Bearer t2").get(PODS).code());
        assertEquals(
                401,
                running.client().with("Authorization", "Bearer t1").get(PODS).code());
    }
}
