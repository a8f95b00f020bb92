package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.Sidecar;
import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.testing.RunningSidecar.Answer;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** A sidecar in this process on a {@link Testbed}, for one test. It comes back soon after failures. */
public final class TestbedSidecar implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final Path tokenFile;
    private final Sidecar sidecar;

    private TestbedSidecar(Vertx vertx, Path tokenFile, Sidecar sidecar) {
        this.vertx = vertx;
        this.tokenFile = tokenFile;
        this.sidecar = sidecar;
    }

    /**
     * Starts one on free ports.
     *
     * @param token one of {@link Testbed}'s
     */
    public static TestbedSidecar start(Testbed testbed, String token, String... resources) throws IOException {
        Path tokenFile = Files.writeString(Files.createTempFile("nearcache", ".token"), token);
        Vertx vertx = Vertx.vertx();
        Sidecar sidecar = RunningSidecar.await(Sidecar.start(vertx, config(testbed.url(), tokenFile, resources)));
        return new TestbedSidecar(vertx, tokenFile, sidecar);
    }

    private static SidecarConfig config(String server, Path tokenFile, String... resources) {
        String text = """
                apiVersion: nearcache/v1
                upstream:
                  server: %s
                  tokenFile: %s
                  insecureSkipTlsVerify: true
                  backoff: {initial: 200ms, max: 2s}
                api: {port: 0}
                management: {address: 127.0.0.1, port: 0}
                resources:
                %s
                """.formatted(
                server,
                tokenFile,
                Arrays.stream(resources).map(name -> "  - resource: " + name).collect(Collectors.joining("\n")));
        return SidecarConfig.load(new ConfigFile("testbed.yaml", text), Map.of(), Map.of());
    }

    /** {@code http://127.0.0.1:PORT}. */
    public String url() {
        return "http://127.0.0.1:" + port();
    }

    public int port() {
        return sidecar.apiPort();
    }

    public Answer get(String pathAndQuery) throws IOException {
        try (RawStream stream = RawStream.get(port(), pathAndQuery, Map.of(), SILENCE)) {
            return new Answer(stream.status(), stream.rest(), stream.headers());
        }
    }

    /** The body of an answer; fails the test when it is not 200. */
    public JsonNode json(String pathAndQuery) throws IOException {
        Answer answer = get(pathAndQuery);
        if (answer.status() != 200) {
            throw new AssertionError(pathAndQuery + " gives " + answer);
        }
        return JSON.readTree(answer.body());
    }

    /** The state of each type, in the order of the configuration, as {@code /v1/resources} tells it. */
    public List<String> states() {
        try {
            return StreamSupport.stream(json("/v1/resources").path("items").spliterator(), false)
                    .map(item -> item.path("state").asText())
                    .toList();
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Whether {@code /v1/resources} says this somewhere. */
    public boolean reports(String text) {
        try {
            return get("/v1/resources").body().contains(text);
        } catch (IOException unreachable) {
            throw new UncheckedIOException(unreachable);
        }
    }

    /** Waits until every type is synced and live. */
    public void awaitSynced() {
        Await.until(() -> states().stream().allMatch("Synced"::equals));
    }

    @Override
    public void close() throws IOException {
        RunningSidecar.await(sidecar.close());
        RunningSidecar.await(vertx.close());
        Files.delete(tokenFile);
    }
}
