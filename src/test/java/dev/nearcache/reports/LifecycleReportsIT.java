package dev.nearcache.reports;

import static dev.nearcache.testing.SimulatedUpstream.done;
import static dev.nearcache.testing.SimulatedUpstream.get;
import static dev.nearcache.testing.SimulatedUpstream.json;
import static dev.nearcache.testing.SimulatedUpstream.report;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.SimType;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.StatusBody;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.SimulatedUpstream;
import dev.nearcache.testing.SseClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports of programs that were ready too early, never, or for the wrong reason, and of clients that stay or leave. */
@Tag("field-report")
@Timeout(180)
class LifecycleReportsIT {
    private static final Set<Verb> LIST = Set.of(Verb.LIST);
    private static final Set<Verb> LISTS = Set.of(Verb.LIST, Verb.WATCH);
    private static final String FAST = "upstream: {backoff: {initial: 50ms, max: 100ms}}\n";

    private final SimulatedUpstream upstream = SimulatedUpstream.quiet();

    private static Answer probe(RunningSidecar running, String path) throws IOException {
        try (RawStream probe =
                RawStream.get(running.sidecar().managementPort(), path, Map.of(), Duration.ofSeconds(10))) {
            return new Answer(probe.status(), probe.rest(), probe.headers());
        }
    }

    @Test
    @DisplayName(
            "LC-01, LC-03: probes are answered on a port of their own, which shows no object and needs nobody else")
    void probesHaveTheirOwnPort() throws Exception {
        // Given
        try (RunningSidecar running = upstream.sidecar("pods")) {
            running.awaitSynced();

            // Then
            assertEquals(200, probe(running, "/livez").status());
            assertEquals(200, probe(running, "/readyz").status());
            for (String path : List.of("/api/v1/pods", "/v1/pods", "/v1/resources", "/apis")) {
                assertEquals(404, probe(running, path).status(), path);
            }
        }
    }

    @Test
    @DisplayName("LC-02, LC-06: a slow kind holds back readiness and itself, but no other, and start-up stays passed")
    void aSlowKindHoldsBackNoOther() throws Exception {
        // Given
        Fault held = done(upstream.faults().inject("services", Fault.hold(LISTS)));
        try (RunningSidecar running = upstream.sidecarWith(FAST, "services", "configmaps", "pods")) {

            // Then
            Await.until(
                    Duration.ofSeconds(2), () -> get(running, "/v1/configmaps").status() == 200);
            Answer slow = get(running, "/v1/services");
            assertEquals(503, slow.status());
            assertTrue(slow.headers().containsKey("retry-after"));
            assertEquals(503, probe(running, "/startupz").status());
            assertEquals(200, probe(running, "/livez").status());

            // When
            done(upstream.faults().lift("services", held));
            running.awaitSynced();
            assertEquals(200, probe(running, "/startupz").status());
            upstream.awaitWatches("services", 1);
            upstream.awaitWatches("configmaps", 1);

            // When one kind's watch can no longer be had
            done(upstream.faults().inject("services", Fault.forbid()));
            done(upstream.faults().cut("services", Cut.BREAK));
            Await.until(() -> report(running, "services").path("state").asText().equals("Forbidden"));

            // Then
            assertEquals("0", get(running, "/v1/configmaps").headers().get("age"));
            assertEquals(200, get(running, "/v1/services").status());
            assertEquals(200, probe(running, "/startupz").status());
        }
    }

    @Test
    @DisplayName("LC-05: a missing right is named at once, holds back nobody else, and heals by itself")
    void aMissingRightIsNamed() throws Exception {
        // Given
        Fault forbidden = done(upstream.faults().inject("pods", Fault.forbid()));
        try (RunningSidecar running = upstream.sidecarWith(FAST, "pods", "nodes")) {
            Await.until(
                    Duration.ofSeconds(5), () -> get(running, "/v1/pods").body().contains("cannot list"));

            // Then
            Answer list = get(running, "/v1/pods");
            assertEquals(503, list.status());
            assertFalse(list.headers().containsKey("retry-after"), "it lasts");
            for (String text :
                    List.of(list.body(), probe(running, "/readyz?verbose").body())) {
                assertTrue(text.contains("Forbidden: "), text);
                assertTrue(text.contains("pods is forbidden"), text);
                assertTrue(text.contains("cannot list resource"), text);
                assertTrue(text.contains("at the cluster scope"), text);
            }
            Await.until(() -> get(running, "/v1/nodes").status() == 200);

            // When
            done(upstream.faults().lift("pods", forbidden));

            // Then
            Await.until(() -> get(running, "/v1/pods").status() == 200);
            assertEquals(200, probe(running, "/readyz").status());
        }
    }

    @ParameterizedTest(name = "{displayName}: {0} is late")
    @CsvSource({"the list, 0, 1, 1", "the second of four pages, 1, 3, 5"})
    @DisplayName("LC-07: nothing is served before everything is there")
    void servesNothingBeforeAllIsThere(String late, int refusals, int before, int after) throws Exception {
        // Given: a list at any version is never paged; the one that follows when that was refused is
        done(upstream.faults().inject("pods", Fault.answer(LIST, refusals, StatusBody.of(410, "Expired", "too old"))));
        Fault held = done(upstream.faults()
                .inject("pods", Fault.hold(LIST).where(query -> refusals == 0 || query.containsKey("continue"))));
        try (RunningSidecar running = upstream.sidecar("pods")) {
            Await.until(() -> upstream.lists("pods").size() == before);

            // Then
            for (String path : List.of("/api/v1/pods", "/v1/pods", "/v1/namespaces/team-00/pods/x")) {
                Answer answer = get(running, path);
                assertEquals(503, answer.status(), path);
                assertTrue(answer.headers().containsKey("retry-after"), path);
            }
            assertEquals(503, probe(running, "/readyz").status());
            assertEquals(429, get(running, "/api/v1/pods?watch=1").status());
            try (SseClient stream = SseClient.open(running.port(), "/v1/stream?resource=pods", "")) {
                assertTrue(stream.stream().line().startsWith(": connected"));

                // When
                done(upstream.faults().lift("pods", held));

                // Then
                assertEquals("SYNCED", stream.next(201).get(200).replaceFirst(" .*", ""));
            }
            assertEquals(after, upstream.lists("pods").size(), late);
            upstream.awaitConverged(running, "pods");
        }
    }

    @Test
    @DisplayName("LC-10: five hundred clients that are stuck keep neither probes nor short reads waiting")
    void stuckClientsHoldBackNoOther() throws Exception {
        // Given
        try (RunningSidecar running = upstream.sidecar("pods")) {
            running.awaitSynced();
            List<Socket> stuck = new ArrayList<>();
            try {
                for (int i = 0; i < 500; i++) {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port());
                    stuck.add(socket);
                    String request = i % 2 == 0
                            ? "GET /api/v1/pods HTTP/1.1\r\nHost: loc"
                            : "GET /api/v1/pods HTTP/1.1\r\nHost: localhost\r\n\r\n";
                    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                }

                // Then: once the burst is taken, which is the first lists of a fresh process
                Await.until(() -> shortReads(running) < 1000);
                List<Long> times = new ArrayList<>();
                for (int i = 0; i < 21; i++) {
                    times.add(shortReads(running));
                }
                times.sort(null);
                assertTrue(times.get(10) < 1000, times::toString);
            } finally {
                for (Socket socket : stuck) {
                    socket.close();
                }
            }
        }
    }

    /** How many milliseconds a read and a probe take. */
    private static long shortReads(RunningSidecar running) {
        long start = System.nanoTime();
        assertEquals(200, get(running, "/api/v1/pods?limit=1").status());
        try {
            assertEquals(200, probe(running, "/livez").status());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    @Test
    @DisplayName("ME-11: a thousand streams that are left, by FIN or RST or before a byte, leave nothing open")
    void abandonedStreamsAreGivenUp() throws Exception {
        // Given
        try (RunningSidecar running = upstream.sidecar("pods")) {
            running.awaitSynced();
            upstream.awaitWatches("pods", 1);

            // When
            for (int i = 0; i < 1000; i++) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
                    socket.getOutputStream()
                            .write("GET /v1/stream?resource=pods HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                    .getBytes(StandardCharsets.US_ASCII));
                    if (i % 3 != 0) {
                        assertTrue(socket.getInputStream().read() > 0);
                    }
                    if (i % 2 == 0) {
                        socket.setSoLinger(true, 0);
                    }
                }
            }

            // Then
            Await.until(
                    () -> json(get(running, "/v1/subscriptions")).path("items").isEmpty());
            assertTrue(probe(running, "/metrics").body().contains("nearcache_streams_open 0.0"));
            upstream.awaitWatches("pods", 1);
        }
    }

    @Test
    @DisplayName("LC-11: three hundred kinds that must all list anew while others come and go, with readers, settle")
    void manyKindsSettle() throws Exception {
        // Given
        int kinds = 300;
        int fickle = 40;
        List<SimType> types = IntStream.range(0, kinds + fickle)
                .mapToObj(i -> SimType.custom("k" + i % 10 + ".example.com", "v1", "kind" + i + "s", "Kind" + i))
                .toList();
        SimulatedUpstream many = SimulatedUpstream.start(
                SimulatorSettings.quiet().withTypes(types).withoutObjects());
        String[] names = types.stream().map(SimType::name).toArray(String[]::new);
        for (int i = 0; i < fickle; i += 2) {
            done(many.faults().turnOn(names[kinds + i], Quirk.NOT_SERVED));
        }
        try (RunningSidecar running = many.sidecarWith(FAST, names)) {
            Await.until(() -> synced(json(get(running, "/v1/resources"))) == kinds + fickle / 2);

            // When
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < kinds; i++) {
                    done(many.faults().relistWith(names[i], Kind.ADDED, 1));
                }
                for (int i = 0; i < fickle; i++) {
                    String name = names[kinds + i];
                    if ((i + round) % 2 == 0) {
                        done(many.faults().turnOff(name, Quirk.NOT_SERVED));
                    } else {
                        done(many.faults().turnOn(name, Quirk.NOT_SERVED));
                        done(many.faults().cut(name, Cut.END));
                    }
                    assertFalse(get(running, "/v1/" + name).status() == 500);
                }
                int expected = kinds * (round + 1);
                // Then
                Await.until(() -> {
                    JsonNode all = json(get(running, "/v1/resources"));
                    return synced(all) == kinds + fickle / 2 && objects(all) == expected;
                });
            }
        }
    }

    private static long synced(JsonNode resources) {
        return resources.findValuesAsText("state").stream()
                .filter("Synced"::equals)
                .count();
    }

    private static int objects(JsonNode resources) {
        return resources.findValuesAsText("objects").stream()
                .mapToInt(Integer::parseInt)
                .sum();
    }
}
