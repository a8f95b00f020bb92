package dev.nearcache.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.SimType;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.ProxiedSidecar;
import dev.nearcache.testing.ProxiedSidecar.Wire;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Data that is wrong or old although every connection looks healthy, and servers that forget what they promised. */
@Tag("field-report")
@Timeout(90)
class StaleDataReportsIT {
    private static final String SOON = "backoff: {initial: 100ms, max: 500ms}";

    private static ProxiedSidecar sidecar(Wire wire, String upstream, String... resources) {
        return ProxiedSidecar.start(wire, SimulatorSettings.quiet(), upstream, resources);
    }

    private static SimObject change(ProxiedSidecar running, String type) {
        return RunningSidecar.await(running.simulator().world().many(type, Kind.MODIFIED, 1))
                .get(0);
    }

    private static boolean shows(ProxiedSidecar running, SimObject changed) {
        return running.holds("pods", changed.namespace(), changed.name(), changed.version());
    }

    private static long watches(ProxiedSidecar running, String path) {
        return running.requests().stream()
                .filter(RequestEntry::watch)
                .filter(request -> request.path().equals(path))
                .count();
    }

    @ParameterizedTest(name = "LW-10: {0}")
    @DisplayName("LW-10: changes that no event told of are found by the safety relist, and told as differences")
    @EnumSource
    void silentChangesAreFoundByTheSafetyRelist(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, "safetyRelist: 3s, " + SOON, "pods");
                Steps steps = new Steps()) {
            // Given
            CutEventClient stream =
                    new CutEventClient(running.port(), "/v1/stream?resource=pods", 1, () -> Long.MAX_VALUE);
            steps.run(() -> stream.followUntil(client -> client.seen().size() >= 2));
            steps.await(() -> !stream.firstId().isEmpty());
            long watches = watches(running, "/api/v1/pods");

            // When
            SimObject changed = RunningSidecar.await(
                            running.simulator().world().silently().many("pods", Kind.MODIFIED, 1))
                    .get(0);
            Await.until(Duration.ofSeconds(10), () -> shows(running, changed));
            RunningSidecar.await(
                    running.simulator().world().silently().delete("pods", changed.namespace(), changed.name()));
            steps.join();

            // Then
            assertEquals(
                    List.of("MODIFIED", "DELETED"),
                    stream.seen().stream().map(seen -> seen.type()).toList());
            assertEquals(1, stream.connections());
            assertEquals(watches, watches(running, "/api/v1/pods"), "the watch goes on");
            assertEquals(0, running.age("pods"));
            assertTrue(running.probe("/metrics")
                    .body()
                    .contains("nearcache_reflector_refreshes_total{cause=\"SAFETY\",resource=\"pods\"}"));
        }
    }

    @ParameterizedTest(name = "LW-10: {0}")
    @DisplayName("LW-10: changes that no event told of are found by the self-check, counted and repaired")
    @EnumSource
    void silentChangesAreFoundByTheSelfCheck(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, "safetyRelist: 0s, selfCheck: 1s, pageSize: 50, " + SOON, "pods")) {
            // Given
            Await.until(() -> checks(running, "SAME") >= 2);
            assertEquals(0, checks(running, "DIFFERENT"));

            // When
            SimObject changed = RunningSidecar.await(
                            running.simulator().world().silently().many("pods", Kind.MODIFIED, 1))
                    .get(0);

            // Then
            Await.until(Duration.ofSeconds(10), () -> shows(running, changed));
            assertEquals(1, checks(running, "DIFFERENT"));
            double same = checks(running, "SAME");
            Await.until(() -> checks(running, "SAME") > same);
            assertEquals(1, checks(running, "DIFFERENT"));
        }
    }

    private static double checks(ProxiedSidecar running, String verdict) {
        String name = "nearcache_self_checks_total{resource=\"pods\",verdict=\"" + verdict + "\"} ";
        return running.probe("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length())))
                .sum();
    }

    @ParameterizedTest(name = "LW-04: {0}")
    @DisplayName("LW-04: closes a watch whose server forgot its deadline")
    @EnumSource
    void closesAWatchWhoseServerForgotItsDeadline(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, "watchTimeout: 1s, deadPeer: 60s, " + SOON, "services")) {
            // Given
            RunningSidecar.await(running.simulator().faults().turnOn("pods", Quirk.NO_DEADLINE));
            RunningSidecar.await(running.simulator().faults().turnOn("services", Quirk.NO_DEADLINE));
            RunningSidecar.await(running.simulator().faults().turnOn("services", Quirk.SILENT_WATCHES));
            long watches = watches(running, "/api/v1/services");

            // Then
            Await.until(Duration.ofSeconds(20), () -> watches(running, "/api/v1/services") >= watches + 2);
            assertEquals(0, running.report("services").path("relists").asInt());
        }
    }

    @Test
    @DisplayName(
            "LW-08: a server that accepts a request and never answers is given up, tried again, and delays nobody else")
    void aServerThatNeverAnswersIsGivenUp() throws Exception {
        try (ProxiedSidecar running = sidecar(Wire.TLS, "headerTimeout: 1s, " + SOON, "pods", "services")) {
            // Given
            Fault held = RunningSidecar.await(
                    running.simulator().faults().inject("pods", Fault.hold(Set.of(Verb.LIST, Verb.WATCH))));
            RunningSidecar.await(running.proxy().cut(Cut.BREAK));

            // Then
            Await.until(() -> running.report("pods").path("message").asText().contains("no answer within 1000 ms"));
            assertTrue(running.report("pods").path("waitsFor").asText().length() > 0);
            SimObject other = change(running, "services");
            Await.until(
                    Duration.ofSeconds(5),
                    () -> running.holds("services", other.namespace(), other.name(), other.version()));

            // When
            RunningSidecar.await(running.simulator().faults().lift("pods", held));

            // Then
            SimObject changed = change(running, "pods");
            Await.until(() -> shows(running, changed));
            assertEquals("", running.report("pods").path("message").asText());
            assertTrue(running.report("pods").path("lastErrorAt").asText().length() > 0);
        }
    }

    @ParameterizedTest(name = "LW-01: {0}")
    @DisplayName("LW-01: forty types have forty watches open at once, and each change arrives")
    @EnumSource
    void fortyTypesHaveFortyWatches(Wire wire) throws Exception {
        List<SimType> types =
                IntStream.range(0, 40).mapToObj(StaleDataReportsIT::type).toList();
        String[] names = types.stream().map(SimType::name).toArray(String[]::new);
        try (ProxiedSidecar running = ProxiedSidecar.start(
                wire, SimulatorSettings.quiet().withTypes(types).withoutObjects(), SOON, names)) {
            // Given
            for (String name : names) {
                assertEquals(1, RunningSidecar.await(running.simulator().log().openWatches(name)), name);
            }

            // When
            for (String name : names) {
                RunningSidecar.await(
                        running.simulator().world().create(name, "default", "{\"metadata\":{\"name\":\"fresh\"}}"));
            }

            // Then
            for (String name : names) {
                Await.until(
                        Duration.ofSeconds(5),
                        () -> running.get("/v1/namespaces/default/" + name + "/fresh")
                                        .status()
                                == 200);
            }
        }
    }

    private static SimType type(int number) {
        String kind = "Kind" + (char) ('a' + number / 26) + (char) ('a' + number % 26);
        return SimType.custom("example.org", "v1", kind.toLowerCase(Locale.ROOT) + "s", kind);
    }

    @ParameterizedTest(name = "LW-20: {0}")
    @DisplayName("LW-20: a server that wants new requests elsewhere goes on delivering on the open watch; no relist")
    @EnumSource
    void aServerThatWantsNewRequestsElsewhereGoesOnDelivering(Wire wire) throws Exception {
        try (ProxiedSidecar running = sidecar(wire, SOON, "pods")) {
            // Given
            long lists = running.lists();
            RunningSidecar.await(running.simulator().faults().turnOn("pods", Quirk.CLOSE_CONNECTIONS));
            RunningSidecar.await(running.simulator().faults().goAway());
            long watches = watches(running, "/api/v1/pods");
            String client = running.requests().stream()
                    .filter(RequestEntry::watch)
                    .reduce((first, last) -> last)
                    .orElseThrow()
                    .client();

            // When
            SimObject first = change(running, "pods");

            // Then
            Await.until(Duration.ofSeconds(5), () -> shows(running, first));
            assertEquals(watches, watches(running, "/api/v1/pods"));

            // When the watch ends
            RunningSidecar.await(running.simulator().faults().cut("pods", Cut.END));

            // Then
            Await.until(() -> watches(running, "/api/v1/pods") > watches);
            SimObject second = change(running, "pods");
            Await.until(Duration.ofSeconds(5), () -> shows(running, second));
            assertTrue(running.requests().stream()
                    .filter(RequestEntry::watch)
                    .reduce((one, last) -> last)
                    .filter(last -> !last.client().equals(client))
                    .isPresent());
            assertEquals(lists, running.lists(), "lists");
        }
    }

    @Test
    @DisplayName(
            "LC-09: while the API server is away reads go on and say how old they are, and readiness follows its rule")
    void readsGoOnWhileTheServerIsAway() throws Exception {
        try (ProxiedSidecar running = ProxiedSidecar.start(
                Wire.TLS,
                SimulatorSettings.quiet(),
                "deadPeer: 2s, " + SOON + "}\nreadiness: {maxStaleness: 3s",
                "pods")) {
            // Given
            assertEquals(200, running.probe("/readyz").status());

            // When
            RunningSidecar.await(running.simulator().faults().outage());

            // Then
            Await.until(() -> running.age("pods") >= 4);
            assertTrue(running.get("/api/v1/pods?limit=1")
                    .headers()
                    .getOrDefault("warning", "")
                    .contains("may be stale"));
            assertEquals(503, running.probe("/readyz").status());
            assertTrue(running.probe("/readyz").body().contains("[-]pods-freshness failed: last proof of life"));
            assertEquals(200, running.probe("/livez").status());
            double staleness = running.probe("/metrics")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("nearcache_staleness_seconds{resource=\"pods\"} "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                    .sum();
            assertTrue(staleness >= 3, () -> "staleness " + staleness);

            // When
            RunningSidecar.await(running.simulator().faults().recover());

            // Then
            Await.until(() -> running.age("pods") == 0);
            assertEquals(200, running.probe("/readyz").status());
            SimObject changed = change(running, "pods");
            Await.until(() -> shows(running, changed));
        }
    }

    @Test
    @DisplayName("OR: a server whose history went back while it was away is listed anew")
    void aServerWhoseHistoryWentBackIsListedAnew() throws Exception {
        try (ProxiedSidecar running = sidecar(Wire.PLAIN, SOON, "pods")) {
            // Given
            long version = RunningSidecar.await(running.simulator().world().version());

            // When
            RunningSidecar.await(running.proxy().blackHole(Proxy.NewConnections.REFUSE));
            RunningSidecar.await(running.proxy().cut(Cut.BREAK));
            Await.until(() -> !running.report("pods").path("live").asBoolean());
            RunningSidecar.await(running.simulator().faults().jump(version - 50));
            RunningSidecar.await(running.proxy().heal());

            // Then
            SimObject changed = change(running, "pods");
            assertTrue(changed.version() < version);
            Await.until(() -> shows(running, changed));
        }
    }
}
