package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.Sidecar;
import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.testing.RunningSidecar.Answer;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A sidecar in this process on a {@link Testbed}, for one test. It comes back soon after failures. */
public final class TestbedSidecar implements AutoCloseable {
    private final Vertx vertx;
    private final Sidecar sidecar;
    private final SidecarClient client;

    private TestbedSidecar(Vertx vertx, Sidecar sidecar) {
        this.vertx = vertx;
        this.sidecar = sidecar;
        this.client = SidecarClient.of(sidecar);
    }

    /**
     * Starts one on free ports.
     *
     * @param token one of {@link Testbed}'s
     */
    public static TestbedSidecar start(Testbed testbed, String token, String... resources) throws IOException {
        return start(testbed.url(), testbed, fileOf(token), "", resources);
    }

    /**
     * Starts one whose token may be replaced in its file.
     *
     * @param upstream more settings of the section {@code upstream}, as in a flow mapping
     */
    public static TestbedSidecar loggedIn(Testbed testbed, Path tokenFile, String upstream, String... resources) {
        return start(testbed.url(), testbed, tokenFile, upstream, resources);
    }

    /**
     * Starts one, as admin.
     *
     * @param upstream more settings of the section {@code upstream}, as in a flow mapping
     */
    public static TestbedSidecar reading(Testbed testbed, String upstream, String... resources) throws IOException {
        return start(testbed.url(), testbed, fileOf(Testbed.ADMIN_TOKEN), upstream, resources);
    }

    /**
     * Starts one that reaches the server, as admin, through a proxy.
     *
     * @param upstream more settings of the section {@code upstream}, as in a flow mapping
     */
    public static TestbedSidecar through(TestbedProxy proxy, Testbed testbed, String upstream, String... resources)
            throws IOException {
        return start(proxy.url(), testbed, fileOf(Testbed.ADMIN_TOKEN), upstream, resources);
    }

    /** Starts one, as admin, that waits for a minute after each failure that nothing relieves. */
    public static TestbedSidecar patient(Testbed testbed, String... resources) throws IOException {
        String upstream = "backoff: {initial: 60s, max: 60s}";
        return start(testbed.url(), testbed, fileOf(Testbed.ADMIN_TOKEN), upstream, resources);
    }

    private static Path fileOf(String token) throws IOException {
        Path file = Files.writeString(Files.createTempFile("nearcache", ".token"), token);
        file.toFile().deleteOnExit();
        return file;
    }

    private static TestbedSidecar start(
            String server, Testbed testbed, Path tokenFile, String upstream, String... resources) {
        Vertx vertx = Vertx.vertx();
        String section = "server: %s, tokenFile: %s, caFile: %s, %s%s"
                .formatted(
                        server,
                        tokenFile,
                        testbed.certificate(),
                        upstream.contains("backoff:") ? "" : "backoff: {initial: 200ms, max: 2s}, ",
                        upstream);
        return new TestbedSidecar(vertx, RunningSidecar.await(Sidecar.start(vertx, config(section, resources))));
    }

    private static SidecarConfig config(String upstream, String... resources) {
        String text = """
                apiVersion: nearcache/v1
                upstream: {%s}
                api: {port: 0, heartbeat: 1s}
                management: {address: 127.0.0.1, port: 0}
                resources:
                %s
                """.formatted(
                upstream,
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

    /** A client of the sidecar. */
    public SidecarClient client() {
        return client;
    }

    public Answer get(String pathAndQuery) {
        return client.get(pathAndQuery);
    }

    /** The body of an answer; fails the test when it is not 200. */
    public JsonNode json(String pathAndQuery) {
        Answer answer = get(pathAndQuery);
        if (answer.status() != 200) {
            throw new AssertionError(pathAndQuery + " gives " + answer);
        }
        return SidecarClient.parse(answer.body());
    }

    /** The objects of a collection, in order, as texts; fails the test when they cannot be had. */
    public List<String> items(String path) {
        List<String> items = new ArrayList<>();
        json(path).path("items").forEach(item -> items.add(item.toString()));
        return items;
    }

    /** The state of each type, in the order of the configuration, as {@code /v1/resources} tells it. */
    public List<String> states() {
        return client.states();
    }

    /** Whether {@code /v1/resources} says this somewhere. */
    public boolean reports(String text) {
        return get("/v1/resources").body().contains(text);
    }

    /** Waits until every type is synced and live. */
    public void awaitSynced() {
        client.awaitSynced();
    }

    @Override
    public void close() {
        RunningSidecar.await(sidecar.close());
        RunningSidecar.await(vertx.close());
    }
}
