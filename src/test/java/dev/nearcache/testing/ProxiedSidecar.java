package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.Sidecar;
import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Tls;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.TestAuthority.Identity;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A sidecar on a simulated API server with a {@link Proxy} between them, all in this process, for one test. */
public final class ProxiedSidecar implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final Simulator simulator;
    private final Proxy proxy;
    private final Sidecar sidecar;

    private ProxiedSidecar(Vertx vertx, Simulator simulator, Proxy proxy, Sidecar sidecar) {
        this.vertx = vertx;
        this.simulator = simulator;
        this.proxy = proxy;
        this.sidecar = sidecar;
    }

    /** What is spoken between the sidecar and the API server. */
    public enum Wire {
        /** HTTP/1.1, a connection a watch. */
        PLAIN,
        /** TLS and HTTP/2. */
        TLS
    }

    /**
     * Starts all three; done when every type is synced and live.
     *
     * @param upstream more settings of the section {@code upstream}, as in a flow mapping
     */
    public static ProxiedSidecar start(Wire wire, SimulatorSettings settings, String upstream, String... resources) {
        Vertx vertx = Vertx.vertx();
        Simulator simulator =
                RunningSidecar.await(Simulator.start(vertx, wire == Wire.TLS ? secured(settings) : settings));
        Proxy proxy = RunningSidecar.await(Proxy.start(vertx, simulator.port()));
        String server = (wire == Wire.TLS ? "https" : "http") + "://127.0.0.1:" + proxy.port();
        String section = "upstream: {insecureSkipTlsVerify: " + (wire == Wire.TLS) + ", " + upstream + "}\n";
        Sidecar sidecar = RunningSidecar.await(Sidecar.start(vertx, RunningSidecar.config(server, section, resources)));
        ProxiedSidecar started = new ProxiedSidecar(vertx, simulator, proxy, sidecar);
        for (String resource : resources) {
            Await.until(() -> started.report(resource).path("state").asText().equals("Synced"));
        }
        return started;
    }

    private static SimulatorSettings secured(SimulatorSettings settings) {
        try {
            Identity server = TestAuthority.named("test").server("127.0.0.1");
            return settings.withTls(Tls.of(server.certificate(), server.key()));
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public Simulator simulator() {
        return simulator;
    }

    public Proxy proxy() {
        return proxy;
    }

    public int port() {
        return sidecar.apiPort();
    }

    public Sidecar sidecar() {
        return sidecar;
    }

    public Answer get(String pathAndQuery) {
        return get(sidecar.apiPort(), pathAndQuery);
    }

    /** An answer of the port of probes and metrics. */
    public Answer probe(String pathAndQuery) {
        return get(sidecar.managementPort(), pathAndQuery);
    }

    private static Answer get(int port, String pathAndQuery) {
        try (RawStream stream = RawStream.get(port, pathAndQuery, Map.of(), SILENCE)) {
            return new Answer(stream.status(), stream.rest(), stream.headers());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A body as JSON. */
    public JsonNode json(String pathAndQuery) {
        return parse(get(pathAndQuery).body());
    }

    private static JsonNode parse(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    /** A type's entry of {@code /v1/resources}. */
    public JsonNode report(String resource) {
        for (JsonNode item : json("/v1/resources").path("items")) {
            if (item.path("resource").asText().equals(resource)) {
                return item;
            }
        }
        throw new AssertionError("no entry for " + resource);
    }

    /** How old a read of a type of the core group says that it is. */
    public long age(String resource) {
        return Long.parseLong(get("/api/v1/" + resource + "?limit=1").headers().getOrDefault("age", "-1"));
    }

    /** Whether the sidecar holds this version of an object of the core group. */
    public boolean holds(String resource, String namespace, String name, long version) {
        JsonNode object = json("/api/v1/namespaces/" + namespace + "/" + resource + "/" + name);
        return object.path("metadata").path("resourceVersion").asLong() == version;
    }

    /** The lists of whole types that were asked for. */
    public long lists() {
        return requests().stream()
                .filter(request -> !request.watch() && !request.query().contains("continue="))
                .filter(request -> !request.query().matches("(.*&)?limit=1(&.*)?"))
                .filter(request -> request.path().matches("/api/v1/[a-z]+|/apis/[^/]+/[^/]+/[a-z]+"))
                .count();
    }

    public List<RequestEntry> requests() {
        return RunningSidecar.await(simulator.log().requests());
    }

    @Override
    public void close() {
        RunningSidecar.await(sidecar.close());
        RunningSidecar.await(proxy.close());
        RunningSidecar.await(simulator.close());
        RunningSidecar.await(vertx.close());
    }
}
