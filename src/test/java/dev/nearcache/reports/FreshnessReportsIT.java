package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.SseClient;
import dev.nearcache.testing.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Public reports on reads that must not be older than something (docs/field-reports.md). */
@Tag("field-report")
class FreshnessReportsIT {
    private static final Duration BOUND = Duration.ofSeconds(8);

    private final CachedPods pods =
            CachedPods.start(SimulatorSettings.quiet().withObjects(Map.of("pods", 20)), "{", "pods");

    @AfterEach
    void stop() {
        pods.close();
    }

    /** A change that the sidecar is not told of yet. */
    private SimObject delayed() {
        await(pods.simulator().faults().turnOn("pods", Quirk.SILENT_WATCHES));
        SimObject pod = await(pods.simulator().world().list("pods")).get(0);
        return await(pods.simulator()
                .world()
                .patch("pods", pod.namespace(), pod.name(), "{\"metadata\":{\"labels\":{\"changed\":\"yes\"}}}"));
    }

    private static List<String> questions(SimObject pod) {
        String one = pod.namespace() + "/pods/" + pod.name() + "?resourceVersion=" + pod.version();
        String list = "pods?resourceVersion=" + pod.version() + "&resourceVersionMatch=NotOlderThan";
        return List.of("/api/v1/namespaces/" + one, "/v1/namespaces/" + one, "/api/v1/" + list, "/v1/" + list);
    }

    @Test
    @DisplayName("OR-10: a read that must be as new as a write waits for it, and others do not")
    void aReadNotOlderThanAWriteWaitsForIt() throws Exception {
        // Given
        SimObject changed = delayed();
        try (Steps steps = new Steps()) {
            // When
            CompletableFuture<Integer> asked = new CompletableFuture<>();
            for (String question : questions(changed)) {
                steps.run(() -> {
                    asked.complete(0);
                    Answer answer = pods.get(question);
                    // Then
                    assertEquals(200, answer.status(), answer::body);
                    assertTrue(answer.body().contains("\"changed\":\"yes\""), question);
                });
            }
            asked.get(10, TimeUnit.SECONDS);
            assertTrue(!pods.get("/api/v1/pods").body().contains("\"changed\":\"yes\""), "others do not wait");
            await(pods.simulator().faults().turnOff("pods", Quirk.SILENT_WATCHES));
            steps.join();
        }
    }

    @Test
    @DisplayName("OR-10, OR-15: a version that does not come is 504 with a hint in bounded time, never older data")
    void aVersionThatDoesNotComeIsRefused() throws Exception {
        // Given
        SimObject changed = delayed();
        try (Steps steps = new Steps()) {
            // When
            for (String question : questions(changed)) {
                steps.run(() -> {
                    long start = System.nanoTime();
                    Answer answer = pods.get(question);
                    // Then
                    JsonNode status = CachedPods.json(answer.body());
                    assertEquals(504, answer.status(), question);
                    assertEquals("Timeout", status.path("reason").asText());
                    assertEquals(
                            "ResourceVersionTooLarge",
                            status.at("/details/causes/0/reason").asText());
                    assertTrue(status.at("/details/retryAfterSeconds").asInt() > 0, answer::body);
                    assertTrue(System.nanoTime() - start < BOUND.toNanos(), question);
                });
            }
            steps.join();
        }
    }

    @Test
    @DisplayName("OR-15: (design) a watch from a version of the future is silent until it has passed; events reset")
    void aWatchFromTheFutureWaits() throws Exception {
        // Given
        SimObject changed = delayed();
        String from = Long.toString(changed.version());
        // When
        try (SseClient client = SseClient.open(pods.running().port(), "/v1/stream?resource=pods", from)) {
            // Then: waited for, then given up with a new snapshot
            assertEquals("RESET", client.next().name());
        }
        // When
        Answer watch = pods.get("/api/v1/pods?watch=true&timeoutSeconds=1&resourceVersion=" + from);
        // Then
        assertEquals(200, watch.status());
        assertEquals("", watch.body());
    }
}
