package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.CutWatchClient;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.Seen;
import dev.nearcache.testing.Steps;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedSidecar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real API server is killed under load and comes back: the sidecar's clients see nothing but the age grow. */
@Tag("testbed")
@Timeout(180)
class TestbedRestartIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FRONTEND = "/api/v1/namespaces/team-01/pods?labelSelector=tier%3Dfrontend";
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    private Path directory;

    private Testbed server;
    private TestbedSidecar sidecar;

    @BeforeEach
    void start() throws Exception {
        Testbed.assumeBuilt("load");
        server = Testbed.start(directory);
        Command loaded = load("-n", "1000", "pods");
        assertEquals(0, loaded.exit(), loaded::toString);
        sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "pods");
        sidecar.awaitSynced();
    }

    @AfterEach
    void stop() throws Exception {
        if (sidecar != null) {
            sidecar.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private Command load(String... arguments) {
        return server.run(LIMIT, "load", arguments);
    }

    @Test
    void readsAndStreamsGoOnWhileTheApiServerIsAway() throws Exception {
        try (Steps steps = new Steps()) {
            // Given
            CutEventClient stream =
                    new CutEventClient(sidecar.port(), "/v1/stream?resource=pods", 1, () -> Long.MAX_VALUE);
            AtomicInteger changes = new AtomicInteger();
            // A relist on the way tells its deletes after its adds, so the last add alone is not the end.
            AtomicReference<Set<String>> deleted = new AtomicReference<>(Set.of());
            steps.run(() -> stream.followUntil(known -> {
                changes.set(known.seen().size());
                return isComplete(known.objects(), deleted.get());
            }));
            // Its watches end every few seconds, so that it must resume while the server is away.
            CutWatchClient watch =
                    new CutWatchClient(sidecar.port(), "/api/v1/pods?timeoutSeconds=5", () -> Long.MAX_VALUE);
            steps.run(() -> watch.watchUntil(version -> isComplete(watch.objects(), deleted.get())));
            AtomicInteger age = new AtomicInteger();
            AtomicBoolean over = new AtomicBoolean();
            steps.run(() -> Await.until(LIMIT, () -> {
                age.set(age());
                return over.get();
            }));
            CompletableFuture<Command> lost =
                    CompletableFuture.supplyAsync(() -> load("-n", "2000", "-rate", "200", "churn"));
            steps.await(() -> changes.get() > 100);

            // When
            server.kill();
            steps.await(() -> age.get() >= 20);
            server.restart();
            steps.await(() -> age.get() == 0);
            assertEquals(0, lost.join().exit());
            assertEquals(
                    new Command(0, "changing 1000 pods, 500 times\n", ""), load("-n", "500", "-rate", "200", "churn"));
            deleted.set(versions(JSON.readTree(server.admin("get", "--raw", FRONTEND)))
                    .keySet());
            server.admin("delete", "pods", "--force", "-n", "team-01", "-l", "tier=frontend");
            server.admin("run", "last", "-n", "team-00", "--image", "registry.example.com/last");

            // Then
            Map<String, Long> expected = versions(JSON.readTree(server.admin("get", "--raw", "/api/v1/pods")));
            over.set(true);
            steps.join();
            same(expected, versions(sidecar.json("/api/v1/pods")), "the cache");
            same(expected, stream.objects(), "the stream");
            same(expected, watch.objects(), "the watch");
            assertEquals(List.of("SYNCED"), stream.marks());
            assertEquals(1, stream.connections());
            assertTrue(watch.connections() > 1);
        }
    }

    private static boolean isComplete(Map<String, Long> objects, Set<String> deleted) {
        return objects.containsKey("team-00/last") && Collections.disjoint(objects.keySet(), deleted);
    }

    private static Map<String, Long> versions(JsonNode list) {
        Map<String, Long> versions = new HashMap<>();
        for (JsonNode item : list.path("items")) {
            Seen seen = Seen.of(JSON.createObjectNode().set("object", item));
            versions.put(seen.key(), seen.version());
        }
        return versions;
    }

    /** Says only what differs: the whole is too long to read. */
    private static void same(Map<String, Long> expected, Map<String, Long> actual, String where) {
        TreeSet<String> differing = new TreeSet<>(expected.keySet());
        differing.addAll(actual.keySet());
        differing.removeIf(key -> Objects.equals(expected.get(key), actual.get(key)));
        assertEquals(List.of(), differing.stream().limit(10).toList(), where + " differs from the server");
    }

    /** How old a read says that it is. */
    private int age() {
        Answer one = sidecar.get("/api/v1/namespaces/team-00/pods?limit=1");
        assertEquals(200, one.status(), one::toString);
        return Integer.parseInt(one.headers().getOrDefault("age", "-1"));
    }
}
