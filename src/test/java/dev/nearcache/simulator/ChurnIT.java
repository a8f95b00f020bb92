package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Objects that change by themselves, and a watch that sees all of it. */
@Timeout(60)
class ChurnIT {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() throws Exception {
        vertx.close().await(20, SECONDS);
    }

    @Test
    void theSameSeedGivesTheSameChanges() throws Exception {
        // When
        List<String> first = changesOf(7);
        List<String> again = changesOf(7);
        List<String> other = changesOf(8);
        // Then
        assertEquals(first, again);
        assertNotEquals(first, other);
        assertTrue(first.size() >= 500);
    }

    private List<String> changesOf(long seed) throws Exception {
        Simulator simulator =
                Simulator.start(vertx, SimulatorSettings.quiet().withSeed(seed)).await(20, SECONDS);
        simulator.churn().step(500).await(20, SECONDS);
        List<String> changes = new ArrayList<>();
        for (SimType type : SimType.standard()) {
            for (Change change : simulator.log().changes(type.name()).await(5, SECONDS)) {
                SimObject object = change.object();
                changes.add(change.kind() + " " + type.name() + " " + object.key() + " " + object.uid() + " "
                        + object.version());
            }
        }
        simulator.close().await(5, SECONDS);
        return changes;
    }

    @Test
    void aWatchUnderLoadSeesExactlyTheLog() throws Exception {
        // Given
        Simulator simulator = Simulator.start(vertx, SimulatorSettings.quiet().withRate(1_000))
                .await(20, SECONDS);
        SimClient client = new SimClient(simulator.url());
        JsonNode list = client.get("/api/v1/pods").json();
        long version = list.path("metadata").path("resourceVersion").asLong();
        // When
        List<String> events = new ArrayList<>();
        try (SimClient.Lines watch = client.watch("/api/v1/pods?watch=1&resourceVersion=" + version)) {
            for (JsonNode event : watch.next(2_000)) {
                JsonNode pod = event.path("object");
                events.add(event.path("type").asText() + " " + key(pod) + " " + version(pod));
            }
        }
        simulator.churn().stop().await(5, SECONDS);
        // Then
        List<String> log = simulator.log().changesAfter("pods", version).await(5, SECONDS).stream()
                .limit(2_000)
                .map(change -> change.kind() + " " + change.object().key() + " " + change.version())
                .toList();
        assertEquals(log, events);
    }

    private static String key(JsonNode object) {
        JsonNode metadata = object.path("metadata");
        return SimObject.key(
                metadata.path("namespace").asText(), metadata.path("name").asText());
    }

    private static String version(JsonNode object) {
        return object.path("metadata").path("resourceVersion").asText();
    }
}
