package dev.nearcache.testing;

import dev.nearcache.Sidecar;
import dev.nearcache.SyncProgress;
import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** A simulated API server and a sidecar on it, both in this process, for one test. */
public final class RunningSidecar implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final Simulator simulator;
    private final Sidecar sidecar;

    private RunningSidecar(Vertx vertx, Simulator simulator, Sidecar sidecar) {
        this.vertx = vertx;
        this.simulator = simulator;
        this.sidecar = sidecar;
    }

    /** The whole of an answer. */
    public record Answer(int status, String body, Map<String, String> headers) {}

    /** Starts both with the simulator's small population, quiet. */
    public static RunningSidecar start(String... resources) {
        return start(SimulatorSettings.quiet(), "", resources);
    }

    /**
     * Starts both.
     *
     * @param yaml more of the configuration: whole top-level keys
     */
    public static RunningSidecar start(SimulatorSettings settings, String yaml, String... resources) {
        Vertx vertx = Vertx.vertx();
        Simulator simulator = await(Simulator.start(vertx, settings));
        return on(vertx, simulator, yaml, resources);
    }

    /** Starts a sidecar on a simulator that runs; closing this closes all three. */
    public static RunningSidecar on(Vertx vertx, Simulator simulator, String yaml, String... resources) {
        return at(vertx, simulator, simulator.url(), yaml, resources);
    }

    /** The same, with the simulator reached at another address: that of a proxy before it. */
    public static RunningSidecar at(Vertx vertx, Simulator simulator, String url, String yaml, String... resources) {
        return new RunningSidecar(vertx, simulator, sidecar(vertx, url, yaml, resources));
    }

    private static Sidecar sidecar(Vertx vertx, String server, String yaml, String... resources) {
        return await(Sidecar.start(vertx, config(server, yaml, resources)));
    }

    /** The configuration of a sidecar on free ports. */
    public static SidecarConfig config(String server, String yaml, String... resources) {
        String text = Arrays.stream(resources)
                .map(name -> "  - resource: " + name + "\n")
                .collect(Collectors.joining(
                        "",
                        "apiVersion: nearcache/v1\nresources:\n",
                        (yaml.contains("api:") ? "" : "api: {port: 0}\n")
                                + "management: {address: 127.0.0.1, port: 0}\n" + yaml));
        return SidecarConfig.load(new ConfigFile("test.yaml", text), Map.of(), Map.of("NEARCACHE_SERVER", server));
    }

    /** Waits for a result, failing the test when there is none in time. */
    public static <T> T await(Future<T> future) {
        try {
            return future.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new AssertionError("no result within " + LIMIT, late);
        }
    }

    public void awaitSynced() {
        Await.until(() -> sidecar.progress().stream().allMatch(SyncProgress::synced));
    }

    public Answer get(String pathAndQuery) throws IOException {
        return get(pathAndQuery, Map.of());
    }

    public Answer get(String pathAndQuery, Map<String, String> headers) throws IOException {
        try (RawStream stream = RawStream.get(sidecar.apiPort(), pathAndQuery, headers, LIMIT)) {
            return new Answer(stream.status(), stream.rest(), stream.headers());
        }
    }

    /** A page of the probes' port. */
    public Answer probe(String pathAndQuery) throws IOException {
        try (RawStream stream = RawStream.get(sidecar.managementPort(), pathAndQuery, Map.of(), LIMIT)) {
            return new Answer(stream.status(), stream.rest(), stream.headers());
        }
    }

    public Simulator simulator() {
        return simulator;
    }

    public Sidecar sidecar() {
        return sidecar;
    }

    public int port() {
        return sidecar.apiPort();
    }

    @Override
    public void close() {
        await(sidecar.close());
        await(simulator.close());
        await(vertx.close());
    }
}
