package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.CutWatchClient;
import dev.nearcache.testing.Seen;
import dev.nearcache.testing.Steps;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.Testbed.Backup;
import dev.nearcache.testing.TestbedSidecar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real API server comes back with an older copy of its etcd: its versions go back, and what came after is gone. */
@Tag("testbed")
@Timeout(180)
class TestbedOlderHistoryIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @Test
    void theCacheAndItsClientsTakeOverTheOlderHistory() throws Exception {
        Testbed.assumeBuilt("load");
        try (Testbed server = Testbed.start(directory)) {
            // Given a copy with 50 pods, and then some 400 versions more
            load(server, 50);
            Backup backup = server.backUp();
            load(server, 250);
            try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "pods");
                    Steps steps = new Steps()) {
                sidecar.awaitSynced();
                AtomicReference<Map<String, Long>> expected = new AtomicReference<>(Map.of());
                CutEventClient stream =
                        new CutEventClient(sidecar.port(), "/v1/stream?resource=pods", 1, () -> Long.MAX_VALUE);
                steps.run(() -> stream.followUntil(
                        known -> known.marks().size() > 2 && known.objects().equals(expected.get())));
                // Its watches end every few seconds, since a server that is away for long leaves them silent.
                CutWatchClient watch =
                        new CutWatchClient(sidecar.port(), "/api/v1/pods?timeoutSeconds=5", () -> Long.MAX_VALUE);
                AtomicInteger watched = new AtomicInteger();
                steps.run(() -> watch.watchOrStartOver(version -> {
                    watched.set(watch.objects().size());
                    return watch.expirations() > 0 && watch.objects().equals(expected.get());
                }));
                steps.await(() -> !stream.firstId().isEmpty() && watched.get() == 250);
                long newest = version(sidecar.json("/api/v1/pods"));

                // When
                backup.restore();
                server.admin("annotate", "pods", "--all", "-n", "team-00", "restored=yes");

                // Then
                JsonNode pods = JSON.readTree(server.admin("get", "--raw", "/api/v1/pods"));
                assertEquals(50, pods.path("items").size());
                assertTrue(version(pods) < newest, () -> version(pods) + " is not before " + newest);
                expected.set(versions(pods));
                steps.await(() -> versions(sidecar.json("/api/v1/pods")).equals(expected.get()));
                steps.join();
                assertEquals(List.of("SYNCED", "RESET", "SYNCED"), stream.marks());
                assertEquals(1, stream.connections());
                assertEquals(1, watch.expirations());
            }
        }
    }

    private static void load(Testbed server, int pods) {
        Command loaded = server.run(LIMIT, "load", "-n", "" + pods, "pods");
        assertEquals(0, loaded.exit(), loaded::toString);
    }

    private static long version(JsonNode list) {
        return list.path("metadata").path("resourceVersion").asLong();
    }

    private static Map<String, Long> versions(JsonNode list) {
        Map<String, Long> versions = new HashMap<>();
        for (JsonNode item : list.path("items")) {
            Seen seen = Seen.of(JSON.createObjectNode().set("object", item));
            versions.put(seen.key(), seen.version());
        }
        return versions;
    }
}
