package dev.nearcache;

import dev.nearcache.config.ApiConfig;
import dev.nearcache.config.ResourceConfig;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.http.ApiServer;
import dev.nearcache.http.ApiSettings;
import dev.nearcache.http.ApiShared;
import dev.nearcache.http.kube.OpenStreams;
import dev.nearcache.http.kube.StreamEnd;
import dev.nearcache.management.CacheMetrics;
import dev.nearcache.management.Health;
import dev.nearcache.management.ManagementServer;
import dev.nearcache.management.Metrics;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.time.VertxTimers;
import dev.nearcache.upstream.ApiClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A running sidecar, and the one place where it is put together: {@link #start} reads as the data flows, from the API
 * server to the port. Safe on any thread.
 */
public final class Sidecar {
    private static final int SALT_BYTES = 16;

    private final List<Mirror> mirrors;
    private final ApiServer api;
    private final ManagementServer management;
    private final Shutdown shutdown;

    private Sidecar(List<Mirror> mirrors, ApiServer api, ManagementServer management, Shutdown shutdown) {
        this.mirrors = mirrors;
        this.api = api;
        this.management = management;
        this.shutdown = shutdown;
    }

    /**
     * Starts one. Done when its ports are open and its reflectors have begun; not when they are synced.
     *
     * @return fails, with everything closed again, if a port is taken or a credential cannot be used
     */
    public static Future<Sidecar> start(Vertx vertx, SidecarConfig config) {
        PrometheusMeterRegistry meters = Metrics.registry(version());
        Shutdown shutdown = new Shutdown();
        return vertx.executeBlocking(() -> Clusters.access(config.upstream().cluster()))
                .compose(access ->
                        ApiClient.open(vertx, access, Clusters.limits(config.upstream()), new VertxTimers(vertx)::now))
                .onSuccess(client -> shutdown.then(client::close))
                .compose(client -> mirrors(vertx, config, meters, client, shutdown))
                // Before the API, so that probes are answered, not refused, from the start.
                .compose(mirrors -> manage(vertx, config, mirrors, meters, shutdown)
                        .compose(management -> serve(vertx, config.api(), mirrors, meters, shutdown)
                                .map(api -> new Sidecar(mirrors, api, management, shutdown))))
                .recover(failure -> shutdown.run().transform(closed -> Future.failedFuture(failure)));
    }

    /** The port of the API. */
    public int apiPort() {
        return api.port();
    }

    /** The port of probes and metrics. */
    public int managementPort() {
        return management.port();
    }

    /** How far each type's first list has come. */
    public List<SyncProgress> progress() {
        return mirrors.stream().map(Mirror::progress).toList();
    }

    /** Ends all streams cleanly, closes the ports, then the reflectors, then the connections to the API server. */
    public Future<Void> close() {
        return shutdown.run();
    }

    private static Future<List<Mirror>> mirrors(
            Vertx vertx, SidecarConfig config, MeterRegistry meters, ApiClient client, Shutdown shutdown) {
        byte[] salt = new byte[SALT_BYTES];
        new SecureRandom().nextBytes(salt);
        VertxTimers timers = new VertxTimers(vertx);
        List<Future<Mirror>> mirrors = new ArrayList<>();
        for (ResourceConfig resource : config.resources()) {
            ReflectorVerticle verticle = new ReflectorVerticle(
                    resource,
                    config.upstream(),
                    config.history(),
                    client,
                    name -> new ReflectorMeters(meters, name, timers),
                    scope -> new Quarantine(
                            scope,
                            ReflectorMeters.unreadable(meters, resource.name().toString())),
                    (name, verdict) -> ReflectorMeters.checked(meters, name, verdict),
                    salt);
            mirrors.add(vertx.deployVerticle(verticle)
                    .onSuccess(id -> shutdown.then(() -> vertx.undeploy(id)))
                    .compose(id -> verticle.mirror()));
        }
        return Future.all(mirrors).map(all -> all.<Mirror>list());
    }

    private static Future<ManagementServer> manage(
            Vertx vertx,
            SidecarConfig config,
            List<Mirror> mirrors,
            PrometheusMeterRegistry meters,
            Shutdown shutdown) {
        mirrors.forEach(mirror -> CacheMetrics.bind(meters, mirror));
        Map<String, Executor> loops = new LinkedHashMap<>();
        mirrors.forEach(mirror -> loops.put("reflector-" + mirror.name(), mirror.loop()));
        Health health = new Health(mirrors.stream().filter(Mirror::required).toList(), config.maxStaleness(), loops);
        return ManagementServer.start(
                        vertx,
                        config.management().address(),
                        config.management().port(),
                        health,
                        meters)
                .onSuccess(server -> shutdown.then(server::close));
    }

    private static String version() {
        return Optional.ofNullable(Sidecar.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    private static Future<ApiServer> serve(
            Vertx vertx, ApiConfig config, List<Mirror> mirrors, MeterRegistry meters, Shutdown shutdown) {
        ApiShared shared =
                new ApiShared(settings(config), new ResourceCatalog(List.copyOf(mirrors)), new VertxTimers(vertx));
        OpenStreams streams = shared.streams();
        Metrics.bindStreams(meters, streams, open -> open.all().size(), OpenStreams::events);
        for (StreamEnd how : StreamEnd.values()) {
            Metrics.bindEndedStreams(meters, streams, how.name().toLowerCase(Locale.ROOT), all -> all.ended(how));
        }
        List<Future<ApiServer>> servers = new ArrayList<>();
        for (int core = 0; core < Runtime.getRuntime().availableProcessors(); core++) {
            servers.add(deploy(vertx, shared, shutdown));
        }
        return Future.all(servers).map(all -> all.<ApiServer>resultAt(0));
    }

    private static Future<ApiServer> deploy(Vertx vertx, ApiShared shared, Shutdown shutdown) {
        HttpVerticle verticle = new HttpVerticle(shared);
        return vertx.deployVerticle(verticle)
                .onSuccess(id -> shutdown.then(() -> vertx.undeploy(id)))
                .compose(id -> verticle.server());
    }

    private static ApiSettings settings(ApiConfig config) {
        return new ApiSettings(
                config.address(),
                config.port(),
                config.unixSocket(),
                config.tokenFile(),
                config.allowedHosts(),
                config.heartbeat(),
                config.idleTimeout(),
                config.stallLimit(),
                config.maxStreams());
    }

    /** What is to be closed, the latest first, so that nothing loses what it stands on. */
    private static final class Shutdown {
        private final List<Supplier<Future<Void>>> steps = new ArrayList<>();

        synchronized void then(Supplier<Future<Void>> step) {
            steps.add(0, step);
        }

        /** Runs each step once, whatever becomes of the others. */
        synchronized Future<Void> run() {
            Future<Void> closed = Future.succeededFuture();
            for (Supplier<Future<Void>> step : steps) {
                closed = closed.eventually(step);
            }
            steps.clear();
            return closed;
        }
    }
}
