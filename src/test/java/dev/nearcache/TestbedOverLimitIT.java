package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.SidecarClient;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedSidecar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A type with limits on a real API server, listed as a stream and in pages. */
@Tag("testbed")
@Timeout(180)
class TestbedOverLimitIT {
    private static final int MANY = 30;

    @TempDir
    private static Path directory;

    private static Testbed server;

    @BeforeAll
    static void start() throws IOException {
        server = Testbed.start(directory);
        server.admin("create", "namespace", "many");
        create(0, MANY);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static void create(int from, int to) throws IOException {
        server.apply(IntStream.range(from, to).mapToObj("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: m%d, namespace: many}
                data: {text: some}
                """::formatted).collect(Collectors.joining("---\n")));
    }

    private static void awaitState(TestbedSidecar sidecar, String state) {
        Await.untilAsserted(
                () -> assertEquals(state, entry(sidecar).path("state").asText()));
    }

    private static JsonNode entry(TestbedSidecar sidecar) {
        return sidecar.json("/v1/resources").path("items").get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"watchList: always", "watchList: never, pageSize: 7"})
    void whatIsTooMuchAtFirstOrBecomesSoIsServedOnceItFits(String upstream) throws IOException {
        // Given
        String limited = "configmaps\n    namespaces: [many]\n    maxObjects: " + (MANY - 1);
        try (TestbedSidecar sidecar =
                TestbedSidecar.reading(server, upstream + ", backoff: {initial: 50ms, max: 200ms}", limited)) {
            // The API server's own controllers may keep one of their own in each namespace.
            awaitState(sidecar, "OverLimit");
            Answer refused = sidecar.get("/api/v1/namespaces/many/configmaps");

            // Then
            assertEquals(503, refused.status());
            String message = SidecarClient.parse(refused.body()).path("message").asText();
            assertTrue(message.contains("more than 29 objects, as limited by maxObjects: 29"), message);
            assertEquals(0, entry(sidecar).path("objects").asInt());

            // When
            server.admin(
                    "delete", "configmap", "-n", "many", "m0", "m1", "m2", "kube-root-ca.crt", "--ignore-not-found");

            // Then
            awaitState(sidecar, "Synced");
            assertEquals(
                    server.items("/api/v1/namespaces/many/configmaps"),
                    sidecar.items("/api/v1/namespaces/many/configmaps"));

            // When
            create(0, 3);

            // Then
            awaitState(sidecar, "OverLimit");
            assertEquals(503, sidecar.get("/v1/namespaces/many/configmaps/m5").status());
            assertEquals(0, entry(sidecar).path("objects").asInt());
        }
    }
}
