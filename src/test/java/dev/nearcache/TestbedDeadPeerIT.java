package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.simulator.Proxy.NewConnections;
import dev.nearcache.testing.AgeWatch;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SidecarClient;
import dev.nearcache.testing.Steps;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedProxy;
import dev.nearcache.testing.TestbedSidecar;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The path to a real API server swallows every packet and closes nothing, while objects change behind it. */
@Tag("testbed")
@Timeout(180)
class TestbedDeadPeerIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String[] TYPES = {"pods", "services", "configmaps", "namespaces"};
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /** What a busy machine may add; a watch of a real API server is silent for a minute when nothing changes. */
    private static final Duration SLACK = Duration.ofSeconds(4);

    @TempDir
    Path directory;

    @Test
    void dataThatIsCutOffSaysHowOldItIsAndIsRightAgainSoonAfterThePathHeals() throws Exception {
        try (Testbed server = Testbed.start(directory);
                TestbedProxy path = TestbedProxy.before(server)) {
            server.admin("run", "web", "--image", "registry.example.com/web");
            try (TestbedSidecar sidecar = TestbedSidecar.through(path, server, "deadPeer: 2s", TYPES);
                    Steps steps = new Steps()) {
                // Given
                SidecarClient client = sidecar.client();
                sidecar.awaitSynced();
                staysLive(client, LIMIT.multipliedBy(3));
                assertTrue(path.proxy().open() < TYPES.length, "HTTP/2: watches share a connection");

                // When
                long before = System.nanoTime();
                RunningSidecar.await(path.proxy().blackHole(NewConnections.SWALLOW));
                long after = System.nanoTime();
                long version = change(server, "lost");
                AgeWatch ages = AgeWatch.start(
                        steps, client, LIMIT.plus(SLACK), () -> client.holds("pods", "default", "web", version));

                // Then
                Await.until(LIMIT.plus(SLACK), () -> client.age("pods") > 0);
                assertEquals("Stale", client.report("pods").path("state").asText());
                Await.until(Duration.ofSeconds(15), () -> countsFrom(client, before, after) >= 7);

                // When
                RunningSidecar.await(path.proxy().heal());

                // Then
                Await.until(
                        LIMIT.plus(SLACK),
                        () -> client.age("pods") == 0 && client.holds("pods", "default", "web", version));
                ages.end();
                steps.join();
                Await.until(() -> client.states().stream().allMatch("Synced"::equals));
                long next = change(server, "seen");
                Await.until(LIMIT.plus(SLACK), () -> client.holds("pods", "default", "web", next));
                assertEquals(0, client.report("pods").path("relists").asInt());
            }
        }
    }

    /** Nothing happens for so long, which is no reason to call anything stale. */
    private static void staysLive(SidecarClient client, Duration period) {
        long end = System.nanoTime() + period.toNanos();
        Await.until(() -> {
            JsonNode report = client.report("pods");
            assertEquals("Synced", report.path("state").asText(), report::toString);
            assertEquals(0, client.age("pods"), () -> client.report("pods").toString());
            return System.nanoTime() - end > 0;
        });
    }

    /** The age, in seconds, which must count from the last proof of life: within a limit before the path was cut. */
    private static long countsFrom(SidecarClient client, long before, long after) {
        long asked = System.nanoTime();
        long age = client.age("pods");
        long answered = System.nanoTime();
        Duration most = Duration.ofNanos(answered - before).plus(LIMIT);
        Duration least = Duration.ofNanos(asked - after).minusSeconds(1);
        assertTrue(age <= most.toSeconds() + 1, () -> "age " + age + " s of at most " + most);
        assertTrue(age >= least.toSeconds() - 1, () -> "age " + age + " s of at least " + least);
        return age;
    }

    /** Changes the pod at the API server itself; gives its new version. */
    private static long change(Testbed server, String mark) throws Exception {
        String changed = server.admin("annotate", "pod", "web", "mark=" + mark, "--overwrite", "-o", "json");
        return JSON.readTree(changed).path("metadata").path("resourceVersion").asLong();
    }
}
