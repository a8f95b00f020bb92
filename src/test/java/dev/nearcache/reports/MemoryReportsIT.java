package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.SidecarProgram;
import dev.nearcache.testing.SseClient;
import dev.nearcache.testing.SseReader.Event;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Public reports on memory (docs/field-reports.md), with fewer and smaller objects than theirs. */
@Tag("field-report")
class MemoryReportsIT {
    private static final int PODS = 17_500;

    private static SimulatorSettings pods(int count) {
        return SimulatorSettings.quiet().withObjects(Map.of("pods", count));
    }

    @Test
    @DisplayName("ME-01: relists of unchanged objects leave nothing behind")
    void relistsLeaveNothingBehind() throws Exception {
        try (CachedPods pods = CachedPods.start(pods(300), "{watchList: never, ", "pods")) {
            // Given: what warms up is warm
            relist(pods, 3);
            long before = LiveHeap.now();
            // When: each brings some two megabytes
            relist(pods, 30);
            // Then
            long grown = LiveHeap.now() - before;
            assertTrue(grown < before / 10, () -> "grew from " + before + " by " + grown);
        }
    }

    private static void relist(CachedPods pods, int times) {
        for (int i = 0; i < times; i++) {
            int requests = pods.requests().size();
            pods.relist();
            Await.until(() -> !pods.lists(requests).isEmpty());
        }
    }

    @Test
    @DisplayName(
            "ME-03: what is left out is left out as it is read: 2,000 pods of 20 kB fit in 32 MB, though not compressed")
    void whatIsLeftOutIsNeverHeld(@TempDir Path folder) throws Exception {
        Vertx vertx = Vertx.vertx();
        // Given: of each pod, 2 kB are not in its annotations, spec and status
        Simulator simulator = await(Simulator.start(vertx, pods(2_000)));
        await(simulator.world().burst("pods", 2_000, 14_000));
        List<String> options =
                List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", uncompressed(folder));
        String resource = "{resource: pods, drop: [metadata.managedFields, metadata.annotations, spec, status]}";
        try (SidecarProgram sidecar = SmallProcess.start(folder, options, simulator.url(), resource)) {
            // When / Then
            sidecar.awaitHeld(2_000);
        } finally {
            await(simulator.close());
            await(vertx.close());
        }
    }

    /** The option with which objects take as much memory as their text. */
    private static String uncompressed(Path notALibrary) {
        return "-DZstdNativePath=" + notALibrary;
    }

    @Test
    @DisplayName(
            "ME-02: a relist does not hold two sets of objects: 17,500 pods, 110 MB, fit in 64 MB, and so does a relist")
    void aRelistDoesNotHoldTwoSets(@TempDir Path folder) throws Exception {
        inSmallProcess(folder, "-Xmx64m", "{resource: pods}", (simulator, sidecar) -> {
            // When
            await(simulator.faults().relistWith("pods", Kind.DELETED, 10));
            // Then
            sidecar.awaitHeld(PODS - 10);
        });
    }

    @Test
    @DisplayName("ME-04: a list of 150 MB in one body passes through a process of 256 MB")
    void aListLargerThanTheHeapPassesThrough(@TempDir Path folder) throws Exception {
        inSmallProcess(folder, "-Xmx256m", "{resource: pods, metadataOnly: true}", (simulator, sidecar) -> {
            long bytes = await(simulator.world().list("pods")).stream()
                    .limit(100)
                    .mapToLong(pod -> pod.body().json().length * (PODS / 100L))
                    .sum();
            assertTrue(bytes > 150_000_000, () -> "the list has only " + bytes);
        });
    }

    /** Starts a sidecar of its own, with little memory, on a server whose list is one body; then does something. */
    private static void inSmallProcess(Path folder, String heap, String resource, Relisting then) throws Exception {
        Vertx vertx = Vertx.vertx();
        Simulator simulator = await(Simulator.start(vertx, pods(PODS)));
        try {
            await(simulator.faults().turnOn("pods", Quirk.IGNORE_LIMIT));
            try (SidecarProgram sidecar = SmallProcess.start(folder, heap, simulator.url(), resource)) {
                sidecar.awaitHeld(PODS);
                then.run(simulator, sidecar);
            }
        } finally {
            await(simulator.close());
            await(vertx.close());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:-ExitOnOutOfMemoryError", "-XX:+UseSerialGC"})
    void withoutMemoryTheProcessEndsWhateverTheFlagsOfItsJvmAre(String flag, @TempDir Path folder) throws Exception {
        Vertx vertx = Vertx.vertx();
        // Given: far more than the heap holds
        Simulator simulator = await(Simulator.start(vertx, pods(PODS)));
        List<String> options = List.of("-Xmx40m", "-XX:+UseSerialGC", uncompressed(folder), flag);
        try (SidecarProgram sidecar = SmallProcess.start(folder, options, simulator.url(), "{resource: pods}")) {
            // When
            Await.until(Duration.ofMinutes(2), () -> !sidecar.isAlive());

            // Then: 3 is what the JVM itself would exit with
            assertEquals(3, sidecar.stop(), sidecar::printed);
            assertTrue(
                    sidecar.printed()
                            .strip()
                            .endsWith("nearcache: out of memory, so the process ends; give it a larger heap"),
                    sidecar::printed);
        } finally {
            await(simulator.close());
            await(vertx.close());
        }
    }

    private interface Relisting {
        void run(Simulator simulator, SidecarProgram sidecar);
    }

    @Test
    @DisplayName("ME-06: cut and connected again and again, nothing deleted stays and no connection piles up")
    void reconnectsLeaveNeitherObjectsNorConnections() throws Exception {
        try (CachedPods pods = CachedPods.start(pods(200), "{", "pods", "nodes")) {
            // When
            for (int i = 0; i < 50; i++) {
                await(pods.unseen().many("pods", Kind.DELETED, 1));
                Await.until(() -> await(pods.simulator().faults().cut("pods", Cut.BREAK)) > 0);
                await(pods.simulator().world().many("pods", Kind.DELETED, 1));
            }
            pods.relist();
            // Then
            pods.awaitSame();
            assertEquals(100, pods.count());
            Await.until(() -> await(pods.simulator().log().openWatches("pods")) == 1);
            assertEquals(1, await(pods.simulator().log().openWatches("nodes")));
        }
    }

    @Test
    @DisplayName("ME-08: selectors are the API server's work: they stand on every list and every watch")
    void selectorsAreOnEveryRequest() throws Exception {
        String selected = "secrets\n    labelSelector: tier!=none\n    fieldSelector: type!=helm.sh/release.v1\n";
        try (CachedPods pods = CachedPods.start(
                SimulatorSettings.quiet().withObjects(Map.of("secrets", 30)), "{watchList: never, ", selected)) {
            // When
            String helm = "{\"metadata\":{\"name\":\"%s\"},\"type\":\"helm.sh/release.v1\"}";
            await(pods.simulator().world().create("secrets", "default", helm.formatted("release")));
            await(pods.unseen().create("secrets", "default", helm.formatted("unseen")));
            await(pods.simulator().faults().compact("secrets"));
            await(pods.simulator().faults().cut("secrets", Cut.BREAK));
            Await.until(() ->
                    ofSecrets(pods).stream().filter(request -> !request.watch()).count() == 2
                            && await(pods.simulator().log().openWatches("secrets")) == 1);
            // Then
            for (RequestEntry request : ofSecrets(pods)) {
                assertTrue(request.query().contains("labelSelector=tier%21%3Dnone"), request::query);
                assertTrue(request.query().contains("fieldSelector=type%21%3Dhelm.sh%2Frelease.v1"), request::query);
            }
            assertEquals(
                    30,
                    CachedPods.json(pods.get("/v1/secrets").body())
                            .path("items")
                            .size());
        }
    }

    private static List<RequestEntry> ofSecrets(CachedPods pods) {
        return pods.requests().stream()
                .filter(request -> request.path().equals("/api/v1/secrets"))
                .toList();
    }

    @Test
    @DisplayName("ME-09: managedFields are dropped unless asked for, on every way in and out")
    void strippingLeavesNoManagedFieldsOnAnyPath() throws Exception { // SI-09, CT-05, CT-06
        try (CachedPods pods = CachedPods.start(pods(5), "{", "pods");
                SseClient client = SseClient.open(pods.running().port(), "/v1/stream?resource=pods", "")) {
            // Given: one came by the list, one by the watch; the API server has the fields
            SimObject listed = await(pods.simulator().world().list("pods")).get(0);
            assertTrue(listed.json().contains("managedFields"));
            String made = "{\"metadata\":{\"name\":\"x\",\"managedFields\":[{\"manager\":\"me\"}]}}";
            SimObject watched = await(pods.simulator().world().create("pods", "default", made));
            assertTrue(watched.json().contains("managedFields"));
            // When, Then
            for (Event event = client.next(); !event.data().contains(watched.uid()); event = client.next()) {
                assertFalse(event.data().contains("managedFields"), event.data());
            }
            for (SimObject object : List.of(listed, watched)) {
                String one = "namespaces/" + object.namespace() + "/pods/" + object.name();
                for (String path : List.of("/api/v1/" + one, "/v1/" + one, "/api/v1/pods", "/v1/pods")) {
                    String body = pods.get(path).body();
                    assertFalse(body.contains("managedFields"), path);
                    assertTrue(body.contains("\"uid\":\"" + object.uid() + "\""), path);
                    assertTrue(body.contains("\"resourceVersion\":\"" + object.version() + "\""), path);
                }
            }
            String lines = pods.get("/api/v1/pods?watch=true&timeoutSeconds=1").body();
            assertTrue(lines.contains(watched.uid()) && lines.contains(listed.uid()));
            assertFalse(lines.contains("managedFields"), lines);
        }
    }
}
