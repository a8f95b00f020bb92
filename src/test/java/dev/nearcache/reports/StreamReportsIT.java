package dev.nearcache.reports;

import static dev.nearcache.testing.SimulatedUpstream.done;
import static dev.nearcache.testing.SimulatedUpstream.get;
import static dev.nearcache.testing.SimulatedUpstream.parameter;
import static dev.nearcache.testing.SimulatedUpstream.report;
import static dev.nearcache.testing.SimulatedUpstream.served;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Pace;
import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Tls;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CapturedLog;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SimulatedUpstream;
import dev.nearcache.testing.TestAuthority;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reports of connections that break anywhere, bytes that come in any pieces, and servers that are not there yet. */
@Tag("field-report")
@Timeout(120)
class StreamReportsIT {
    /** Characters of two, three and four bytes. */
    private static final String TEXT = "äß€漢字𝄞😀";

    private static final String FAST = "upstream: {backoff: {initial: 10ms, max: 50ms}}\n";

    @Test
    @DisplayName("LW-02: a list with an item that is no object is logged, costs no good item, and heals")
    void aBrokenItemDoesNotEndTheReflector() throws Exception {
        SimulatedUpstream upstream = SimulatedUpstream.quiet();
        try (RunningSidecar running = upstream.sidecar("pods");
                CapturedLog log = new CapturedLog("dev.nearcache")) {
            // Given
            upstream.awaitWatches("pods", 1);
            done(upstream.faults().turnOn("pods", Quirk.NO_METADATA));

            // When
            done(upstream.faults().relistWith("pods", Kind.MODIFIED, 5));

            // Then
            Await.until(() -> upstream.lists("pods").size() >= 2);
            Await.until(() -> log.lines().stream().anyMatch(line -> line.startsWith("WARN")));
            assertEquals(200, served(running, "pods").size());
            upstream.awaitConverged(running, "pods");
            assertTrue(running.probe("/metrics").body().contains("nearcache_reflector_unreadable_objects"));

            // When
            done(upstream.faults().turnOff("pods", Quirk.NO_METADATA));
            done(upstream.faults().relistWith("pods", Kind.ADDED, 5));

            // Then
            upstream.awaitConverged(running, "pods");
            upstream.awaitWatches("pods", 1);
        }
    }

    @Test
    @DisplayName("LW-03: survives 200 broken connections, wherever they break, and has one watch a type after them")
    void survivesConnectionsThatBreakAnywhere() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        SimulatedUpstream upstream =
                SimulatedUpstream.start(SimulatorSettings.quiet().withRate(200));
        Proxy proxy = upstream.proxy();
        done(proxy.cutAfter(() -> (long) Math.pow(10, 1 + random.nextDouble() * 4)));
        try (RunningSidecar running = upstream.sidecarBehind(proxy, FAST, "pods", "nodes", "deployments.apps")) {
            // When
            Await.until(Duration.ofSeconds(60), () -> proxy.accepted() >= 200);
            done(proxy.heal());
            done(upstream.simulator().churn().stop());

            // Then
            for (String type : new String[] {"pods", "nodes", "deployments.apps"}) {
                upstream.awaitConverged(running, type);
                upstream.awaitWatches(type, 1);
            }
        } catch (AssertionError failed) {
            throw new AssertionError("seed " + seed, failed);
        }
    }

    @Test
    @DisplayName("LW-22: takes characters and objects apart and together byte by byte")
    void readsStreamsThatComeByteByByte() {
        readsByteByByte(SimulatedUpstream.quiet(), SimulatedUpstream.PLAIN_LISTS);
        readsByteByByte(SimulatedUpstream.quiet(), FAST);
    }

    @Test
    @DisplayName("LW-23: so it does over TLS")
    void readsStreamsThatComeByteByByteOverTls(@TempDir Path directory) throws Exception {
        TestAuthority authority = TestAuthority.named("cluster");
        TestAuthority.Identity server = authority.server("127.0.0.1");
        Path ca = Files.writeString(directory.resolve("ca.crt"), authority.certificate());
        Tls tls = Tls.of(server.certificate(), server.key());
        readsByteByByte(
                SimulatedUpstream.start(SimulatorSettings.quiet().withTls(tls)),
                "upstream: {watchList: never, caFile: " + ca + "}\n");
    }

    private static void readsByteByByte(SimulatedUpstream upstream, String yaml) {
        // Given
        done(upstream.faults().pace("configmaps", new Pace(1, Duration.ZERO)));
        done(upstream.world().create("configmaps", "default", configMap("listed")));
        try (RunningSidecar running = upstream.sidecarWith(yaml, "configmaps")) {
            upstream.awaitConverged(running, "configmaps");
            upstream.awaitWatches("configmaps", 1);

            // When
            done(upstream.world().create("configmaps", "default", configMap("watched")));

            // Then
            upstream.awaitConverged(running, "configmaps");
            for (String name : new String[] {"listed", "watched"}) {
                SimObject object = done(upstream.world().get("configmaps", "default", name));
                RunningSidecar.Answer answer = get(running, "/api/v1/namespaces/default/configmaps/" + name);
                assertTrue(answer.body().contains(TEXT));
                assertEquals(object.json(), answer.body().strip());
            }
        }
    }

    private static String configMap(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"annotations\":{\"note\":\"" + TEXT + "\"}},"
                + "\"data\":{\"text\":\"" + TEXT.repeat(20) + "\"}}";
    }

    @Test
    @DisplayName("LW-25: a streamed list whose end is never marked is listed plainly, and never served in part")
    void listsPlainlyWhereTheEndOfAStreamedListIsNotMarked() {
        SimulatedUpstream upstream = SimulatedUpstream.quiet();
        done(upstream.faults().turnOn("pods", Quirk.NO_END_MARK));
        try (RunningSidecar running = upstream.sidecarWith(FAST, "pods")) {
            // When streams end without the mark
            for (int attempt = 1; attempt <= 2; attempt++) {
                int opened = attempt;
                Await.until(() -> upstream.watches("pods").size() == opened);
                upstream.awaitWatches("pods", 1);

                // Then nothing is served
                assertEquals(503, get(running, "/api/v1/pods").status());
                done(upstream.faults().cut("pods", Cut.END));
            }

            // Then
            upstream.awaitConverged(running, "pods");
            assertEquals(1, upstream.lists("pods").size());
            assertEquals("true", parameter(upstream.watches("pods").get(1), "sendInitialEvents"));
            upstream.awaitWatches("pods", 1);
        }
    }

    @Test
    @DisplayName("LW-27: starts before its API server does, says so, and needs no restart")
    void waitsForAnApiServerThatIsNotThereYet() throws Exception {
        SimulatedUpstream upstream = SimulatedUpstream.quiet();
        done(upstream.faults().outage());
        String yaml = "upstream: {backoff: {initial: 200ms, max: 400ms}}\n";
        try (CapturedLog log = new CapturedLog("dev.nearcache");
                RunningSidecar running = upstream.sidecarWith(yaml, "pods")) {
            // When
            Await.until(() -> report(running, "pods").path("state").asText().equals("Unreachable"));

            // Then
            assertEquals(200, running.probe("/livez").status());
            assertEquals(503, running.probe("/readyz").status());
            assertTrue(running.probe("/readyz").body().contains("pods failed: Unreachable"));
            assertEquals(503, get(running, "/api/v1/pods").status());

            // When it goes on trying
            int lines = log.lines().size();
            double failed = failures(running);
            Await.until(() -> failures(running) > failed + 5);

            // Then the log does not go on about it
            assertTrue(log.lines().size() <= lines + 1, () -> log.lines().toString());

            // When
            done(upstream.faults().recover());

            // Then
            upstream.awaitConverged(running, "pods");
            assertEquals(200, running.probe("/readyz").status());
        }
    }

    private static double failures(RunningSidecar running) {
        try {
            return running.probe("/metrics")
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("nearcache_reflector_failures"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                    .sum();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
