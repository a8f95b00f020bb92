package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.World;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sidecar that reads through to the API server, configured as its users do, on a simulated one. */
@Timeout(120)
class ReadThroughSidecarIT {
    private static final String CONFIG_MAP = "{\"metadata\":{\"name\":\"%s\"},\"data\":{\"a\":\"1\"}}";
    private static final Map<String, String> UPSTREAM = Map.of("Nearcache-Consistency", "upstream");

    private RunningSidecar running;

    @BeforeEach
    void start() {
        running = RunningSidecar.start(
                SimulatorSettings.quiet(), "upstream: {passthrough: true, namespaces: [one]}\n", "configmaps");
        World world = running.simulator().world();
        RunningSidecar.await(world.create("configmaps", "one", CONFIG_MAP.formatted("x")));
        RunningSidecar.await(world.create("configmaps", "two", CONFIG_MAP.formatted("y")));
        running.awaitSynced();
    }

    @AfterEach
    void stop() {
        running.close();
    }

    private static String source(Answer answer) {
        return answer.status() + " " + answer.headers().get("nearcache-source");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "/api/v1/namespaces/one/configmaps, 200 cache",
        "/api/v1/namespaces/one/configmaps?watch=1&timeoutSeconds=1, 200 cache",
        "/api/v1/configmaps, 200 cache",
        "/api/v1/namespaces/two/configmaps, 200 upstream",
        "/api/v1/namespaces/two/configmaps/y, 200 upstream",
        "/api/v1/namespaces/two/configmaps?watch=1&timeoutSeconds=1, 200 upstream",
        "/api/v1/namespaces/one/pods, 200 upstream",
        "/api/v1/nodes, 200 upstream",
        "/apis/nope.io/v1/nopes, 404 upstream"
    })
    void answersFromTheCacheWhatIsInItAndFromTheServerWhatIsNot(String path, String source) throws IOException {
        assertEquals(source, source(running.get(path)));
    }

    @Test
    void readsItsOwnWriteWhereThatIsAskedFor() throws IOException {
        for (int i = 0; i < 50; i++) {
            // When
            String name = "own-" + i;
            RunningSidecar.await(running.simulator().world().create("configmaps", "one", CONFIG_MAP.formatted(name)));
            Answer read = running.get("/api/v1/namespaces/one/configmaps/" + name, UPSTREAM);

            // Then
            assertEquals("200 upstream", source(read));
        }
    }

    @Test
    void namesAllTypesThatCanBeRead() throws IOException {
        String types = running.get("/api/v1?pretty=0").body();
        assertTrue(types.contains("{\"name\":\"nodes\"") && types.contains("{\"name\":\"configmaps\""), types);
        assertTrue(types.contains("\"verbs\":[\"get\",\"list\",\"watch\"]") && !types.contains("create"), types);
    }

    @Test
    void tellsTheServersVersionThoughItIsAway() throws IOException {
        // Given
        String version = running.get("/version").body();

        // When
        RunningSidecar.await(running.simulator().faults().outage());
        Answer passed = running.get("/api/v1/nodes");
        Answer cached = running.get("/api/v1/namespaces/one/configmaps");
        Answer again = running.get("/version");

        // Then
        assertTrue(version.contains("\"gitVersion\": \"v1.") || version.contains("\"gitVersion\":\"v1."), version);
        assertEquals("503 cache", source(passed));
        assertEquals("200 cache", source(cached));
        assertEquals(version, again.body());
    }
}
