package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.Steps;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One type's trouble is that type's alone, and its state says what it is (SI-07, SY-01). */
class TroubledTypesIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Vertx vertx = Vertx.vertx();
    private final Simulator simulator = RunningSidecar.await(Simulator.start(vertx, SimulatorSettings.quiet()));

    private RunningSidecar sidecar(String... resources) {
        return RunningSidecar.on(
                vertx,
                simulator,
                "upstream: {backoff: {initial: 50ms, max: 100ms}}\napi: {port: 0, heartbeat: 50ms}\n",
                resources);
    }

    private static JsonNode report(RunningSidecar running, String resource) {
        try {
            for (JsonNode item :
                    JSON.readTree(running.get("/v1/resources").body()).path("items")) {
                if (item.path("resource").asText().equals(resource)) {
                    return item;
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        throw new AssertionError("no entry for " + resource);
    }

    private static void awaitState(RunningSidecar running, String resource, String state) {
        Await.until(() -> report(running, resource).path("state").asText().equals(state));
    }

    @Test
    void aTypeWhoseListIsHeldBackIs503AndItsStreamStaysOpenUntilItComes() throws Exception {
        // Given
        Fault held = RunningSidecar.await(simulator.faults().inject("pods", Fault.hold(Set.of(Verb.LIST, Verb.WATCH))));
        try (RunningSidecar running = sidecar("pods", "nodes")) {
            awaitState(running, "nodes", "Synced");
            awaitState(running, "pods", "Syncing");

            // When
            Answer list = running.get("/api/v1/pods");
            Answer get = running.get("/api/v1/namespaces/default/pods/x");
            Answer own = running.get("/v1/pods");
            Answer other = running.get("/api/v1/nodes");

            // Then
            for (Answer answer : new Answer[] {list, get, own}) {
                JsonNode status = JSON.readTree(answer.body());
                assertEquals(503, answer.status());
                assertEquals("Status", status.path("kind").asText());
                assertEquals("ServiceUnavailable", status.path("reason").asText());
                assertTrue(Integer.parseInt(answer.headers().get("retry-after")) > 0);
            }
            assertEquals(200, other.status());

            // When a stream is opened
            try (RawStream stream =
                    RawStream.get(running.port(), "/v1/stream?resource=pods", Map.of(), Duration.ofSeconds(10))) {
                // Then it is there, and alive
                assertEquals(200, stream.status());
                int comments = 0;
                while (comments < 3) {
                    comments += stream.line().startsWith(":") ? 1 : 0;
                }

                // When the list comes
                RunningSidecar.await(simulator.faults().lift("pods", held));
                String line = stream.line();
                while (!line.equals("event: SYNCED")) {
                    line = stream.line();
                }
            }
            assertEquals(200, running.get("/api/v1/pods").status());
        }
    }

    @Test
    void aForbiddenTypeSaysSoHealsByItselfAndLeavesTheOthersAlone() throws Exception {
        // Given
        Fault forbidden = RunningSidecar.await(simulator.faults().inject("pods", Fault.forbid()));
        try (RunningSidecar running = sidecar("pods", "nodes")) {

            // When
            awaitState(running, "pods", "Forbidden");

            // Then
            assertTrue(
                    report(running, "pods").path("message").asText().contains("forbidden"),
                    () -> report(running, "pods").toString());
            assertEquals(503, running.get("/api/v1/pods").status());
            awaitState(running, "nodes", "Synced");
            assertEquals(200, running.get("/api/v1/nodes").status());

            // When the rights are given
            RunningSidecar.await(simulator.faults().lift("pods", forbidden));

            // Then
            awaitState(running, "pods", "Synced");
        }
    }

    @Test
    void aTypeThatIsNotServedYetIsThereOnceItIs() throws Exception {
        // Given
        RunningSidecar.await(simulator.faults().turnOn("widgets.example.com", Quirk.NOT_SERVED));
        try (RunningSidecar running = sidecar("widgets.example.com", "nodes")) {

            // When
            awaitState(running, "widgets.example.com", "NotServed");
            assertEquals(503, running.get("/v1/widgets.example.com").status());
            RunningSidecar.await(simulator.faults().turnOff("widgets.example.com", Quirk.NOT_SERVED));

            // Then
            awaitState(running, "widgets.example.com", "Synced");
            assertEquals(200, running.get("/apis/example.com/v1/widgets").status());
        }
    }

    @Test
    void aServerThatIsAwayAgesTheDataAndEndsNoStream() throws Exception {
        // Given
        try (RunningSidecar running = sidecar("pods")) {
            running.awaitSynced();
            CutEventClient stream =
                    new CutEventClient(running.port(), "/v1/stream?resource=pods", 1, () -> Long.MAX_VALUE);
            String key;
            try (Steps steps = new Steps()) {
                steps.run(() -> stream.followUntil(client -> !client.seen().isEmpty()));
                steps.await(() -> !stream.firstId().isEmpty());

                // When
                RunningSidecar.await(simulator.faults().outage());

                // Then
                awaitState(running, "pods", "Stale");
                Await.until(() -> age(running) >= 2);
                assertEquals(200, running.get("/api/v1/pods").status());

                // When it is back, with a change
                RunningSidecar.await(simulator.faults().recover());
                key = RunningSidecar.await(simulator.world().many("pods", Kind.MODIFIED, 1))
                        .get(0)
                        .key();
                steps.join();
            }

            // Then
            assertEquals(key, stream.seen().get(0).key());
            assertEquals(1, stream.connections());
            awaitState(running, "pods", "Synced");
            assertEquals(0, age(running));
        }
    }

    private static int age(RunningSidecar running) {
        try {
            return Integer.parseInt(
                    running.get("/api/v1/pods?limit=1").headers().get("age"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
