package dev.nearcache.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Proxy.Idle;
import dev.nearcache.simulator.Proxy.NewConnections;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.AgeWatch;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.ProxiedSidecar;
import dev.nearcache.testing.ProxiedSidecar.Wire;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.Steps;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that die without a sign: packets vanish, nothing is closed, and the API server sends no bookmarks. */
@Tag("field-report")
@Timeout(90)
class DeadPeerReportsIT {
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /** What a busy machine may add. */
    private static final Duration SLACK = Duration.ofSeconds(4);

    private static ProxiedSidecar sidecar(Wire wire, String... resources) {
        return ProxiedSidecar.start(
                wire,
                SimulatorSettings.quiet().withBookmarks(Duration.ofHours(1)),
                "deadPeer: 2s, backoff: {initial: 200ms, max: 30s}",
                resources);
    }

    private static SimObject change(ProxiedSidecar running) {
        return RunningSidecar.await(running.simulator().world().many("pods", Kind.MODIFIED, 1))
                .get(0);
    }

    private static boolean shows(ProxiedSidecar running, SimObject changed) {
        return running.holds("pods", changed.namespace(), changed.name(), changed.version());
    }

    @ParameterizedTest(name = "LW-09: {0}")
    @DisplayName("LW-09: data that is cut off says how old it is, and is right again soon after the path heals")
    @EnumSource
    void dataThatIsCutOffSaysHowOldItIs(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, "pods", "services");
                Steps steps = new Steps()) {
            // Given a quiet type that is never stale
            long quiet = System.nanoTime() + LIMIT.multipliedBy(2).toNanos();
            Await.until(() -> {
                assertEquals(
                        0, running.age("pods"), () -> running.report("pods").toString());
                return System.nanoTime() - quiet > 0;
            });
            long lists = running.lists();

            // When
            RunningSidecar.await(running.proxy().blackHole(NewConnections.SWALLOW));
            SimObject changed = change(running);
            AgeWatch ages = AgeWatch.start(steps, running.client(), LIMIT.plus(SLACK), () -> shows(running, changed));

            // Then
            Await.until(LIMIT.plus(SLACK), () -> running.age("pods") > 0);
            assertEquals("Stale", running.report("pods").path("state").asText());
            assertTrue(running.get("/api/v1/pods?limit=1")
                    .headers()
                    .getOrDefault("warning", "")
                    .contains("may be stale"));
            Await.until(Duration.ofSeconds(15), () -> running.age("pods") >= 7);
            assertTrue(running.probe("/metrics").body().contains("nearcache_live{resource=\"pods\"} 0.0"));

            // When
            RunningSidecar.await(running.proxy().heal());

            // Then
            Await.until(LIMIT.plus(SLACK), () -> running.age("pods") == 0 && shows(running, changed));
            ages.end();
            steps.join();
            assertEquals(lists, running.lists(), "lists");
        }
    }

    @ParameterizedTest(name = "LW-05: {0}")
    @DisplayName("LW-05: a connection that is dead but not closed is left for a new one within the limit")
    @EnumSource
    void aDeadConnectionIsLeftForANewOne(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, "pods")) {
            // Given
            long lists = running.lists();
            long connections = running.proxy().accepted();

            // When
            RunningSidecar.await(running.proxy().blackHole(NewConnections.PASS));
            SimObject changed = change(running);

            // Then
            Await.until(LIMIT.plus(SLACK), () -> shows(running, changed));
            assertTrue(running.proxy().accepted() > connections);
            assertEquals(lists, running.lists(), "lists");
            Await.until(LIMIT.plus(SLACK), () -> running.age("pods") == 0);
        }
    }

    @ParameterizedTest(name = "LW-06: {0}")
    @DisplayName("LW-06: flows that are dropped when idle lose no change")
    @EnumSource
    void flowsThatAreDroppedWhenIdleLoseNoChange(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, "pods")) {
            // Given
            RunningSidecar.await(running.proxy().idle(Duration.ofMillis(1500), Idle.DROP));
            for (int round = 0; round < 4; round++) {
                // When the connection was idle for long enough to be dropped, if it ever is
                long idle = System.nanoTime() + Duration.ofMillis(700L * round).toNanos();
                Await.until(() -> System.nanoTime() - idle > 0);
                SimObject changed = change(running);

                // Then
                Await.until(LIMIT.plus(SLACK), () -> shows(running, changed));
            }
        }
    }

    @Test
    @DisplayName("LW-06: watches shorter than the idle limit lose no change either")
    void watchesShorterThanTheIdleLimitLoseNoChange() throws Exception {
        try (ProxiedSidecar running = ProxiedSidecar.start(
                Wire.PLAIN,
                SimulatorSettings.quiet().withBookmarks(Duration.ofHours(1)),
                "watchTimeout: 1s, deadPeer: 60s",
                "pods")) {
            RunningSidecar.await(running.proxy().idle(Duration.ofSeconds(8), Idle.DROP));
            for (int round = 0; round < 5; round++) {
                SimObject changed = change(running);
                Await.until(Duration.ofSeconds(20), () -> shows(running, changed));
            }
        }
    }

    @ParameterizedTest(name = "LW-07: {0}")
    @DisplayName("LW-07: flows that are closed when idle cost no relist and no event, and nothing is stale")
    @EnumSource
    void flowsThatAreClosedWhenIdleCostNoRelist(Wire wire) throws Exception {
        try (ProxiedSidecar running = ProxiedSidecar.start(
                        wire,
                        SimulatorSettings.quiet().withBookmarks(Duration.ofHours(1)),
                        "deadPeer: 15s, watchList: never",
                        "pods");
                Steps steps = new Steps()) {
            // Given
            CutEventClient stream =
                    new CutEventClient(running.port(), "/v1/stream?resource=pods", 1, () -> Long.MAX_VALUE);
            steps.run(() -> stream.followUntil(client -> client.seen().size() >= 4));
            steps.await(() -> !stream.firstId().isEmpty());
            long lists = running.lists();

            // When
            RunningSidecar.await(running.proxy().idle(Duration.ofSeconds(1), Idle.CLOSE));
            for (int round = 0; round < 4; round++) {
                long idle = System.nanoTime() + Duration.ofMillis(1200).toNanos();
                Await.until(() -> {
                    assertEquals(200, running.probe("/readyz").status());
                    return System.nanoTime() - idle > 0;
                });
                change(running);
            }

            // Then
            steps.join();
            assertEquals(4, stream.seen().size());
            assertEquals(lists, running.lists(), "lists");
        }
    }

    @ParameterizedTest(name = "LW-28: {0}")
    @DisplayName("LW-28: the late end of a connection that was left does not touch the one that follows it")
    @EnumSource
    void theLateEndOfAConnectionDoesNotTouchItsSuccessor(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, "pods")) {
            // Given
            RunningSidecar.await(running.proxy().stallOpen());
            SimObject first = change(running);
            Await.until(LIMIT.plus(SLACK), () -> shows(running, first));

            // When
            RunningSidecar.await(running.proxy().heal());

            // Then
            Await.until(() -> RunningSidecar.await(running.simulator().log().openWatches("pods")) == 1);
            SimObject second = change(running);
            Await.until(LIMIT, () -> shows(running, second));
            Await.until(() -> running.age("pods") == 0);
        }
    }

    @Test
    @DisplayName("CR-10: watches that fall silent when a definition changes are renewed within the limit")
    void watchesThatFallSilentAreRenewed() throws Exception {
        try (ProxiedSidecar running = sidecar(Wire.PLAIN, "pods", "services")) {
            // Given
            long lists = running.lists();

            // When
            RunningSidecar.await(running.proxy().stallOpen());
            SimObject changed = change(running);

            // Then
            Await.until(LIMIT.plus(SLACK), () -> shows(running, changed));
            assertEquals(lists, running.lists(), "lists");
        }
    }

    @ParameterizedTest(name = "CR-10: {0}")
    @DisplayName(
            "CR-10: watches that end when a definition changes, and cannot be resumed, cost one relist of that kind")
    @EnumSource
    void watchesThatCannotBeResumedCostOneRelist(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, "pods", "services")) {
            // Given
            long lists = running.lists();

            // When
            List<SimObject> changed =
                    RunningSidecar.await(running.simulator().faults().relistWith("pods", Kind.MODIFIED, 1));

            // Then
            Await.until(LIMIT.plus(SLACK), () -> shows(running, changed.get(0)));
            assertEquals(1, running.report("pods").path("relists").asInt());
            assertEquals(0, running.report("services").path("relists").asInt());
            assertTrue(running.lists() <= lists + 1, "lists");
        }
    }
}
