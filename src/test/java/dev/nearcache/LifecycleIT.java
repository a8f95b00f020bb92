package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import io.vertx.core.Vertx;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A sidecar that is stopped (reflector.md 5.9: SI-15, SI-16, SI-20..22, SI-27..29). */
class LifecycleIT {
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Vertx vertx = Vertx.vertx();
    private final Simulator simulator = RunningSidecar.await(Simulator.start(vertx, SimulatorSettings.quiet()));

    /** How far it has come. */
    private enum Stage {
        BEFORE_ITS_FIRST_LIST,
        SYNCED,
        WITHOUT_A_SERVER
    }

    @AfterEach
    void stop() {
        RunningSidecar.await(simulator.close());
        RunningSidecar.await(vertx.close());
    }

    @ParameterizedTest
    @EnumSource(Stage.class)
    void stopsAtAnyStageWithoutLeavingAnythingBehind(Stage stage) throws Exception {
        // Given: a sidecar with a subscriber
        if (stage == Stage.BEFORE_ITS_FIRST_LIST) {
            RunningSidecar.await(simulator.faults().inject("pods", Fault.hold(Set.of(Verb.LIST, Verb.WATCH))));
        }
        Sidecar sidecar =
                RunningSidecar.await(Sidecar.start(vertx, RunningSidecar.config(simulator.url(), "", "pods", "nodes")));
        Await.until(() -> sidecar.progress().stream()
                .allMatch(type -> type.synced()
                        != (stage == Stage.BEFORE_ITS_FIRST_LIST
                                && type.resource().equals("pods"))));
        if (stage == Stage.WITHOUT_A_SERVER) {
            RunningSidecar.await(simulator.faults().outage());
        }
        try (RawStream stream = RawStream.get(sidecar.apiPort(), "/v1/stream?resource=pods", Map.of(), SILENCE)) {
            assertEquals(200, stream.status());
            // When
            RunningSidecar.await(sidecar.close());
            // Then: the subscriber is told by a clean end, and nobody else gets in
            assertThrows(EOFException.class, () -> readOn(stream));
        }
        assertThrows(IOException.class, () -> RawStream.get(sidecar.apiPort(), "/readyz", Map.of(), SILENCE));
        assertThrows(IOException.class, () -> RawStream.get(sidecar.managementPort(), "/readyz", Map.of(), SILENCE));
        // Then: nothing is asked of the API server any more
        RunningSidecar.await(simulator.faults().recover());
        Await.until(() -> RunningSidecar.await(simulator.log().openWatches("pods")) == 0);
        Await.until(() -> RunningSidecar.await(simulator.log().openWatches("nodes")) == 0);
    }

    private static void readOn(RawStream stream) throws IOException {
        while (true) {
            assertFalse(stream.line().startsWith("event: ERROR"));
        }
    }
}
