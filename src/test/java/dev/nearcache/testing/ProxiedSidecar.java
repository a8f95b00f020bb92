package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.Sidecar;
import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.RequestEntry;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Tls;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.TestAuthority.Identity;
import io.vertx.core.Vertx;
import java.security.GeneralSecurityException;
import java.util.List;

/** A sidecar on a simulated API server with a {@link Proxy} between them, all in this process, for one test. */
public final class ProxiedSidecar implements AutoCloseable {
    private final Vertx vertx;
    private final Simulator simulator;
    private final Proxy proxy;
    private final Sidecar sidecar;
    private final SidecarClient client;

    private ProxiedSidecar(Vertx vertx, Simulator simulator, Proxy proxy, Sidecar sidecar) {
        this.vertx = vertx;
        this.simulator = simulator;
        this.proxy = proxy;
        this.sidecar = sidecar;
        this.client = SidecarClient.of(sidecar);
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
        started.client.awaitSynced();
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

    /** A client of the sidecar. */
    public SidecarClient client() {
        return client;
    }

    public Answer get(String pathAndQuery) {
        return client.get(pathAndQuery);
    }

    /** An answer of the port of probes and metrics. */
    public Answer probe(String pathAndQuery) {
        return client.probe(pathAndQuery);
    }

    /** A body as JSON. */
    public JsonNode json(String pathAndQuery) {
        return client.json(pathAndQuery);
    }

    /** A type's entry of {@code /v1/resources}. */
    public JsonNode report(String resource) {
        return client.report(resource);
    }

    /** How old a read of a type of the core group says that it is. */
    public long age(String resource) {
        return client.age(resource);
    }

    /** Whether the sidecar holds this version of an object of the core group. */
    public boolean holds(String resource, String namespace, String name, long version) {
        return client.holds(resource, namespace, name, version);
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
