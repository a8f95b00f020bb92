package dev.nearcache;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.SidecarProgram;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers over HTTP/2 that nobody lets come: a connection has a hundred of them, and needs no socket's buffer for it. */
class StalledStreamsIT {
    private static final int PODS = 500;
    private static final int CONNECTIONS = 10;
    private static final int STREAMS = 90;

    /** The client keeps some back until one of its connections is free, which none ever is. */
    private static final int EXPECTED = CONNECTIONS * STREAMS * 9 / 10;

    private final Map<Integer, LongAdder> answers = new ConcurrentHashMap<>();
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() {
        await(vertx.close());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/pods",
                "/api/v1/pods?watch=1",
                "/api/v1/pods?pretty=true",
                "/v1/stream?resource=pods",
                "/v1/pods"
            })
    void manyThatAreNotReadEndNeitherTheProcessNorWhatOthersAskFor(String path, @TempDir Path folder) throws Exception {
        // Given
        Simulator simulator =
                await(Simulator.start(vertx, SimulatorSettings.quiet().withObjects(Map.of("pods", PODS))));
        List<String> options = List.of("-Xmx96m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");
        String yaml = """
                upstream: {server: '%s'}
                api: {stallLimit: 10m}
                management: {address: 127.0.0.1}
                resources: [{resource: pods}]
                """.formatted(simulator.url());
        try (SidecarProgram sidecar = SidecarProgram.start(folder, options, yaml)) {
            sidecar.awaitHeld(PODS);
            HttpClient deaf = clients();

            // When
            for (int i = 0; i < CONNECTIONS * STREAMS; i++) {
                ask(deaf, sidecar, path);
            }
            Await.until(() -> !sidecar.isAlive() || heads() >= EXPECTED);

            // Then
            assertTrue(sidecar.isAlive(), sidecar::printed);
            assertEquals(Set.of(200, 429), answers.keySet());
            assertTrue(answers.getOrDefault(200, new LongAdder()).sum() >= STREAMS, answers::toString);

            // When
            deaf.close().await();

            // Then: nothing of them is left
            Await.until(() -> sidecar.client().probe("/metrics").body().contains("\nnearcache_backlog_bytes 0.0\n"));
            assertEquals(200, sidecar.client().get("/api/v1/pods").status());
        } finally {
            await(simulator.close());
        }
    }

    private HttpClient clients() {
        return vertx.createHttpClient(
                new HttpClientOptions()
                        .setProtocolVersion(HttpVersion.HTTP_2)
                        .setHttp2ClearTextUpgrade(false)
                        .setHttp2MultiplexingLimit(STREAMS)
                        .setInitialSettings(new Http2Settings().setInitialWindowSize(0)),
                new PoolOptions().setHttp2MaxSize(2 * CONNECTIONS));
    }

    private long heads() {
        return answers.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Counts the head of an answer, whose body is left unread. */
    private void ask(HttpClient client, SidecarProgram sidecar, String path) {
        client.request(HttpMethod.GET, sidecar.client().apiPort(), "127.0.0.1", path)
                .compose(HttpClientRequest::send)
                .onSuccess(answer -> {
                    answer.exceptionHandler(closed -> {}).pause();
                    answers.computeIfAbsent(answer.statusCode(), none -> new LongAdder())
                            .increment();
                })
                .onFailure(closed -> {});
    }
}
