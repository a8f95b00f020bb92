package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients and objects that are allowed, and rare. */
class OddClientsIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** A custom object whose JSON goes beyond what a JSON library takes by default: a long name, deep nesting. */
    private static String extreme(String name, String label) {
        String deep = "[".repeat(1_500) + "]".repeat(1_500);
        return "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"sel\":\"" + label + "\"}},\"data\":{\""
                + "k".repeat(60_000) + "\":1,\"deep\":" + deep + "}}";
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/nodes?watch=1&allowWatchBookmarks=true&timeoutSeconds=10000000000",
                "/api/v1/nodes?watch=1&allowWatchBookmarks=true&timeoutSeconds=10000000000000000",
                "/v1/stream?resource=nodes&timeoutSeconds=10000000000000000"
            })
    void aDeadlineBeyondAllNumbersIsNone(String path) throws Exception {
        // Given
        try (RunningSidecar running = RunningSidecar.start("nodes")) {
            running.awaitSynced();

            // When
            try (RawStream stream = RawStream.get(running.port(), path, Map.of(), LIMIT)) {
                // Then
                String line = stream.line();
                while (!line.contains("\"type\":\"ADDED\"")) {
                    line = stream.line();
                }
            }
        }
    }

    @Test
    void extremeObjectsAreServedSelectedAndSeenToLeave() throws Exception {
        // Given
        try (RunningSidecar running = RunningSidecar.start("widgets.example.com")) {
            running.awaitSynced();
            String path = "/apis/example.com/v1/widgets";
            try (RawStream watch = RawStream.get(
                    running.port(),
                    path + "?watch=1&labelSelector=sel%3Dt&fieldSelector=data.none%3D",
                    Map.of(),
                    LIMIT)) {
                // When
                RunningSidecar.await(
                        running.simulator().world().create("widgets.example.com", "default", extreme("extreme", "t")));
                String added = watch.line();
                RunningSidecar.await(running.simulator()
                        .world()
                        .patch(
                                "widgets.example.com",
                                "default",
                                "extreme",
                                "{\"metadata\":{\"labels\":{\"sel\":\"f\"}}}"));
                String left = watch.line();

                // Then
                assertTrue(added.startsWith("{\"type\":\"ADDED\""), () -> added.substring(0, 80));
                assertTrue(left.startsWith("{\"type\":\"DELETED\""), () -> left.substring(0, 80));
            }
            assertEquals(200, running.get(path + "?fieldSelector=spec.k7%3D7").status());
        }
    }

    @Test
    void aPageThatIsNoLongerTheLastIsAnotherPage() throws Exception {
        // Given
        try (RunningSidecar running = RunningSidecar.start(
                SimulatorSettings.quiet().withObjects(Map.of("configmaps", 2)), "", "configmaps")) {
            running.awaitSynced();
            Answer whole = running.get("/api/v1/configmaps?limit=2");

            // When
            RunningSidecar.await(
                    running.simulator().world().create("configmaps", "zzz", "{\"metadata\":{\"name\":\"zzz\"}}"));
            Await.until(() -> body(running, "/api/v1/configmaps").contains("\"zzz\""));
            Answer page = running.get(
                    "/api/v1/configmaps?limit=2",
                    Map.of("If-None-Match", whole.headers().get("etag")));

            // Then
            assertEquals(200, page.status());
            assertNotEquals(whole.headers().get("etag"), page.headers().get("etag"));
        }
    }

    @Test
    void aTokenThatRotatesIsTakenAndAnEmptyFileIsNot(@TempDir Path folder) throws Exception {
        // Given
        Path file = folder.resolve("token");
        Files.writeString(file, "old\n");
        try (RunningSidecar running =
                RunningSidecar.start(SimulatorSettings.quiet(), "api: {port: 0, tokenFile: " + file + "}\n", "nodes")) {
            Await.until(() -> status(running, "old") == 200);

            // When
            Files.writeString(file, "new\n");

            // Then, though nobody comes with the old one
            Await.until(() -> status(running, "new") == 200);
            Await.until(() -> status(running, "old") == 401);

            // When the file is being written
            Files.writeString(file, "");

            // Then
            Await.until(() -> status(running, "wrong") == 401);
            assertEquals(200, status(running, "new"));
        }
    }

    @Test
    void anUpgradeThatIsNoHandshakeIsRefusedBeforeAnythingIsStreamed() throws Exception {
        // Given
        try (RunningSidecar running = RunningSidecar.start("nodes")) {
            running.awaitSynced();

            // When
            Answer answer =
                    running.get("/api/v1/nodes?watch=true", Map.of("Connection", "Upgrade", "Upgrade", "websocket"));

            // Then
            assertEquals(400, answer.status());
        }
    }

    @Test
    void aWatchForAnHttp10ClientHasNoChunks() throws Exception {
        // Given
        try (RunningSidecar running = RunningSidecar.start("nodes")) {
            running.awaitSynced();
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), running.port())) {
                socket.setSoTimeout((int) LIMIT.toMillis());

                // When
                String request = "GET /api/v1/nodes?watch=1&timeoutSeconds=1 HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n";
                socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

                // Then
                int body = answer.indexOf("\r\n\r\n") + 4;
                assertTrue(answer.startsWith("{\"type\":\"ADDED\"", body), answer.substring(0, body + 40));
            }
        }
    }

    private static int status(RunningSidecar running, String token) {
        try {
            return running.get("/v1/resources", Map.of("Authorization", "Bearer " + token))
                    .status();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String body(RunningSidecar running, String path) {
        try {
            return running.get(path).body();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
