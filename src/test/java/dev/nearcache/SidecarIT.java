package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.Seen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole sidecar on the simulated API server. */
class SidecarIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RunningSidecar running =
            RunningSidecar.start("pods", "deployments.apps", "nodes", "widgets.example.com");

    @BeforeEach
    void start() {
        running.awaitSynced();
    }

    @AfterEach
    void stop() {
        running.close();
    }

    @Test
    void everyTypeIsSynced() throws Exception {
        // When
        Answer answer = running.get("/v1/resources");

        // Then
        assertEquals(200, answer.status());
        for (JsonNode item : JSON.readTree(answer.body()).path("items")) {
            assertEquals("Synced", item.path("state").asText(), item::toString);
            assertEquals(0, item.path("ageSeconds").asInt(), item::toString);
            assertTrue(item.path("objects").asInt() > 0, item::toString);
        }
    }

    @Test
    void anObjectIsServedAsTheApiServerHasItButForManagedFields() throws Exception {
        // Given
        SimObject pod =
                RunningSidecar.await(running.simulator().world().list("pods")).get(0);
        JsonNode expected = JSON.readTree(pod.json());
        ((com.fasterxml.jackson.databind.node.ObjectNode) expected.path("metadata")).remove("managedFields");

        // When
        Answer kube = running.get("/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name());
        Answer own = running.get("/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name());

        // Then
        assertEquals(expected, JSON.readTree(kube.body()));
        assertEquals(expected, JSON.readTree(own.body()));
        assertEquals("0", kube.headers().get("age"));
    }

    @Test
    void aChangeReachesAStreamThatIsOpen() throws Exception {
        // Given
        SimObject pod =
                RunningSidecar.await(running.simulator().world().list("pods")).get(0);
        CutEventClient client = new CutEventClient(
                running.port(), "/v1/stream?resource=pods&resource=deployments.apps", 2, () -> Long.MAX_VALUE);
        client.followUntil(known -> !known.firstId().isEmpty());

        // When
        SimObject changed = RunningSidecar.await(running.simulator()
                .world()
                .patch("pods", pod.namespace(), pod.name(), "{\"metadata\":{\"labels\":{\"changed\":\"yes\"}}}"));
        client.followUntil(known -> !known.seen().isEmpty());

        // Then
        assertEquals(List.of(new Seen("MODIFIED", pod.key(), changed.version())), client.seen());
        assertTrue(client.id().contains("pods=" + changed.version()), client.id());
    }

    @Test
    void metricsCountTheStreamsThatEndedAndWhatTheyWereSent() throws Exception {
        // Given
        CutEventClient client =
                new CutEventClient(running.port(), "/v1/stream?resource=nodes", 1, () -> Long.MAX_VALUE);

        // When a client leaves after its snapshot
        client.followUntil(known -> !known.firstId().isEmpty());

        // Then
        Await.until(() -> metric("nearcache_streams_ended_total{how=\"client_gone\"}") == 1);
        assertEquals(0, metric("nearcache_streams_ended_total{how=\"stalled\"}"));
        assertEquals(0, metric("nearcache_streams_open"));
        assertTrue(metric("nearcache_streams_events_total") > 1);
    }

    private double metric(String series) {
        try (RawStream answer =
                RawStream.get(running.sidecar().managementPort(), "/metrics", Map.of(), Duration.ofSeconds(10))) {
            return answer.rest()
                    .lines()
                    .filter(line -> line.startsWith(series + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
