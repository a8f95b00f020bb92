package dev.nearcache.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.Await;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedClient;
import dev.nearcache.testing.TestbedSidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated requests, to a real kube-apiserver and to a sidecar on it. {@code -Dnearcache.differential.seed},
 * {@code .first} and {@code .requests} choose them.
 */
@Tag("testbed")
@Timeout(3600)
class DifferentialIT {
    private static final long SEED = Long.getLong("nearcache.differential.seed", 20261130);
    private static final int FIRST = Integer.getInteger("nearcache.differential.first", 0);
    private static final int REQUESTS = Integer.getInteger("nearcache.differential.requests", 5000);
    private static final int SHOWN = Integer.getInteger("nearcache.differential.shown", 5);

    /** All that differs; a failure shows the beginning. */
    private static final Path REPORT = Path.of("target", "differential.txt");

    /** As many meet every rule. */
    private static final int ENOUGH = 5000;

    @TempDir
    private static Path directory;

    private static Testbed testbed;
    private static TestbedSidecar sidecar;
    private static World world;

    @BeforeAll
    static void start() throws IOException {
        testbed = Testbed.start(directory);
        TestbedClient client = TestbedClient.of(testbed);
        Population population = new Population(client);
        Map<String, String> paths = population.create();
        long before = client.json("/api/v1/configmaps", "application/json")
                .at("/items/0/metadata/resourceVersion")
                .asLong();
        sidecar = TestbedSidecar.reading(testbed, "", paths.keySet().toArray(String[]::new));
        sidecar.awaitSynced();
        List<Long> story = population.tell(paths);
        world = Survey.of(client, paths, before, story);
        paths.values().forEach(path -> awaitVersion(path, world.versions().now()));
    }

    private static void awaitVersion(String path, long version) {
        Await.until(
                () -> sidecar.get(path + "?limit=1&resourceVersion=" + version).status() == 200);
    }

    @AfterAll
    static void stop() {
        if (sidecar != null) {
            sidecar.close();
        }
        if (testbed != null) {
            testbed.close();
        }
    }

    @Test
    void nothingDiffersButWhatIsWantedAndEachWantedDifferenceIsMet() throws IOException {
        // Given
        Requests requests = new Requests(world, SEED);
        Runner runner = new Runner(
                Server.of(testbed), Server.of(sidecar), world.versions().story().get(0));
        InstantSource clock = InstantSource.system();
        long begun = clock.millis();

        // When
        Tally tally = runner.run(requests, FIRST, REQUESTS);

        // Then
        System.out.printf(
                "differential: seed %d, requests %d to %d, %d answers compared in %s, %d asked again; %d differ; rules used: %s%n",
                SEED,
                FIRST,
                FIRST + REQUESTS - 1,
                tally.answers(),
                Duration.ofMillis(clock.millis() - begun),
                tally.repeats(),
                tally.faults().size(),
                tally.used());
        Files.write(REPORT, tally.faults());
        assertTrue(
                tally.faults().isEmpty(),
                () -> "seed " + SEED + "\n"
                        + String.join(
                                "\n\n",
                                tally.faults()
                                        .subList(
                                                0,
                                                Math.min(SHOWN, tally.faults().size()))));
        if (FIRST == 0 && REQUESTS >= ENOUGH) {
            assertEquals(
                    EnumSet.allOf(Rule.class),
                    EnumSet.copyOf(tally.used().keySet()),
                    "a rule that no request needs hides something else");
        }
    }
}
