package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.Await;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedClient;
import dev.nearcache.testing.TestbedSidecar;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the sidecar keeps compressed comes out again as kube-apiserver wrote it, byte by byte. */
@Tag("testbed")
@Timeout(300)
class TestbedCodecIT {
    private static final Duration LIMIT = Duration.ofSeconds(140);
    private static final String PODS = "/api/v1/pods";

    @TempDir
    Path directory;

    @Test
    void listsOfCompressedObjectsAreThoseOfTheApiServerWhileTheyAreStoredAnewAndAfterwards() throws Exception {
        Testbed.assumeBuilt("load");
        try (Testbed server = Testbed.start(directory)) {
            // Given
            Command loaded = server.run(LIMIT, "load", "-n", "600", "pods");
            assertEquals(0, loaded.exit(), loaded::toString);
            String theirs = items(TestbedClient.of(server).get(PODS, "application/json"));
            try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "pods\n    drop: []")) {
                sidecar.awaitSynced();
                // When
                do {
                    assertEquals(theirs, items(sidecar.get(PODS).body()));
                } while (ratio(sidecar) < 20);
                // Then
                assertEquals(theirs, items(sidecar.get(PODS).body()));
                assertTrue(metric(sidecar, "nearcache_dictionaries_trained_total") >= 1);

                // When: they change
                Command churned = server.run(LIMIT, "load", "-n", "600", "-rate", "300", "churn");
                assertEquals(0, churned.exit(), churned::toString);
                // Then
                String changed = items(TestbedClient.of(server).get(PODS, "application/json"));
                Await.until(LIMIT, () -> items(sidecar.get(PODS).body()).equals(changed));
            }
        }
    }

    private static String items(String list) {
        return list.substring(list.indexOf("\"items\":")).strip();
    }

    private static double ratio(TestbedSidecar sidecar) {
        return metric(sidecar, "nearcache_objects_ratio");
    }

    private static double metric(TestbedSidecar sidecar, String name) {
        return sidecar.client()
                .probe("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }
}
