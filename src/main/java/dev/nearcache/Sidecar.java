package dev.nearcache;

import dev.nearcache.config.ApiConfig;
import dev.nearcache.config.ResourceConfig;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.http.ApiServer;
import dev.nearcache.http.ApiSettings;
import dev.nearcache.http.ApiShared;
import dev.nearcache.http.kube.Backlog;
import dev.nearcache.http.kube.OpenStreams;
import dev.nearcache.http.kube.Relays;
import dev.nearcache.http.kube.StreamEnd;
import dev.nearcache.management.CacheMetrics;
import dev.nearcache.management.Health;
import dev.nearcache.management.ManagementServer;
import dev.nearcache.management.Metrics;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.time.VertxTimers;
import dev.nearcache.upstream.ApiClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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
                .compose(client -> mirrors(vertx, config, meters, client, shutdown)
                        .compose(mirrors -> open(vertx, config, client, mirrors, meters, shutdown)))
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
        Codecs codecs = Codecs.open(vertx);
        shutdown.then(codecs::close);
        List<Future<Mirror>> mirrors = new ArrayList<>();
        Map<ResourceName, Runnable> redefined = new HashMap<>();
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
                    codecs::codec,
                    salt);
            redefined.put(resource.name(), verticle::redefined);
            mirrors.add(vertx.deployVerticle(verticle)
                    .onSuccess(id -> shutdown.then(() -> vertx.undeploy(id)))
                    .compose(id -> verticle.mirror()));
        }
        return Future.all(mirrors).map(all -> {
            all.<Mirror>list().stream()
                    .filter(DefinitionHints::areIn)
                    .forEach(definitions -> DefinitionHints.follow(definitions, redefined));
            return all.list();
        });
    }

    private static Future<Sidecar> open(
            Vertx vertx,
            SidecarConfig config,
            ApiClient client,
            List<Mirror> mirrors,
            PrometheusMeterRegistry meters,
            Shutdown shutdown) {
        Health health = health(config, mirrors);
        ApiShared shared = new ApiShared(
                settings(config.api()),
                new ResourceCatalog(List.copyOf(mirrors)),
                new ApiOrigin(client),
                Clusters.through(config),
                new HealthProbes(health),
                new VertxTimers(vertx));
        mirrors.forEach(mirror -> CacheMetrics.bind(meters, mirror));
        // Before the API, so that probes are answered, not refused, from the start.
        return ManagementServer.start(
                        vertx,
                        config.management().address(),
                        config.management().port(),
                        health,
                        meters)
                .onSuccess(management -> shutdown.then(management::close))
                .compose(management -> serve(vertx, shared, meters, shutdown)
                        .map(api -> new Sidecar(mirrors, api, management, shutdown)));
    }

    private static Health health(SidecarConfig config, List<Mirror> mirrors) {
        Map<String, Executor> loops = new LinkedHashMap<>();
        mirrors.forEach(mirror -> loops.put("reflector-" + mirror.name(), mirror.loop()));
        Map<Boolean, List<Mirror>> required = mirrors.stream().collect(Collectors.partitioningBy(Mirror::required));
        return new Health(
                required.getOrDefault(true, List.of()),
                required.getOrDefault(false, List.of()),
                config.maxStaleness(),
                loops);
    }

    private static String version() {
        return Optional.ofNullable(Sidecar.class.getPackage().getImplementationVersion())
                .orElse("unpackaged");
    }

    private static Future<ApiServer> serve(Vertx vertx, ApiShared shared, MeterRegistry meters, Shutdown shutdown) {
        OpenStreams streams = shared.streams();
        Metrics.bindStreams(meters, streams, open -> open.all().size(), OpenStreams::events);
        Metrics.bindBacklog(meters, shared.backlog(), Backlog::bytes);
        Metrics.bindPassed(meters, shared.relays(), Relays::open, Relays::passed);
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
