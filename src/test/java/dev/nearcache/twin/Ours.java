package dev.nearcache.twin;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.Backoff;
import dev.nearcache.reflector.Reflector;
import dev.nearcache.reflector.ReflectorSettings;
import dev.nearcache.reflector.WatchList;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.store.ResourceCache;
import dev.nearcache.time.VertxTimers;
import dev.nearcache.twin.ClientGo.Start;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiClient;
import dev.nearcache.upstream.ClusterAccess;
import dev.nearcache.upstream.HttpListerWatcher;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.Selection;
import dev.nearcache.upstream.UpstreamLimits;
import dev.nearcache.upstream.UpstreamObserver;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Our reflector with all that belongs to it, from HTTP to the cache, run to the end of a play. */
final class Ours {
    private static final ResourceType PODS =
            new ResourceType("", "v1", "pods", "pod", "Pod", "PodList", true, List.of("po"));

    /** In real time; a run takes some milliseconds, so one that takes longer never ends. */
    private static final long LIMIT_SECONDS = 40;

    private static final ResourceVersion LAST =
            ResourceVersion.parse(Script.LAST_VERSION).orElseThrow();

    /** How often a type that cannot be watched is listed. */
    static final Duration POLL = Duration.ofSeconds(35);

    /** What brief watches that tell something are followed by; no step of the backoff is so long. */
    static final Duration PAUSE = Duration.ofSeconds(1);

    private Ours() {}

    static CompletableFuture<Trace> run(Vertx vertx, ScriptServer server, Play play, Fault fault, Start start) {
        String name = play.script().seed() + "-ours-" + fault + "-" + start;
        Running running = new Running(play, server.serve(name, play), "http://" + server.nobody(), fault, start);
        return vertx.deployVerticle(running)
                .compose(id -> running.settled()
                        .map("")
                        .otherwise(late -> "not settled within " + LIMIT_SECONDS + " s")
                        .compose(problem -> running.end().map(store -> new Trace(play.moments(), store, problem)))
                        .eventually(() -> vertx.undeploy(id)))
                .toCompletionStage()
                .toCompletableFuture();
    }

    /** One reflector on a context of its own. */
    private static final class Running extends VerticleBase {
        private final Play play;
        private final String address;
        private final String nobody;
        private final Fault fault;
        private final Start start;
        private final Promise<Void> settled = Promise.promise();
        private Future<Reflector> reflector = Future.failedFuture("not started");
        private Future<ResourceCache> cache = Future.failedFuture("not started");

        Running(Play play, String address, String nobody, Fault fault, Start start) {
            this.play = play;
            this.address = address;
            this.nobody = nobody;
            this.fault = fault;
            this.start = start;
        }

        Future<Void> settled() {
            return settled.future().timeout(LIMIT_SECONDS, TimeUnit.SECONDS);
        }

        /** Stops, and tells what is held. */
        Future<Map<String, String>> end() {
            return reflector
                    .onSuccess(Reflector::stop)
                    .compose(stopped -> cache)
                    .map(Running::contents);
        }

        @Override
        public Future<?> start() {
            ResourceCache held = new ResourceCache(
                    List.of(),
                    new HistoryLimits(1000, 1 << 20, Duration.ofHours(1)),
                    task -> context.runOnContext(turn -> task.run()),
                    InstantSource.system());
            held.onChange(() -> {
                if (held.state().resourceVersion().equals(LAST)) {
                    settled.tryComplete();
                }
            });
            cache = Future.succeededFuture(held);
            reflector = Future.join(source(address), source(nobody))
                    .map(sources -> new RefusedSource(play, sources.resultAt(0), sources.resultAt(1)))
                    .map(source -> reflector(source, held.scope("").sink()));
            return reflector.onSuccess(made -> {
                if (start == Start.STOPPED) {
                    made.stop();
                    vertx.runOnContext(later -> settled.tryComplete());
                }
                made.start();
            });
        }

        private Reflector reflector(ListerWatcher source, DeltaSink sink) {
            PlayTimers timers = new PlayTimers(new VertxTimers(vertx), play);
            Backoff backoff = Backoff.fresh(Duration.ofMillis(800), Duration.ofSeconds(30), timers.nanos());
            WatchList watchList = play.script().streaming() ? WatchList.AUTO : WatchList.NEVER;
            return new Reflector(
                    fault.source(source),
                    fault.sink(sink),
                    new ReflectorSettings(
                            500,
                            Duration.ofMinutes(5),
                            fault.backoff(backoff),
                            watchList,
                            POLL,
                            Duration.ZERO,
                            Duration.ZERO,
                            () -> Allowance.UNLIMITED),
                    timers,
                    NoJitter.INSTANCE,
                    timers.observer());
        }

        private Future<ListerWatcher> source(String server) {
            ClusterAccess access = ClusterAccess.server(server, Optional.empty(), Optional.empty());
            ObjectDecoder decoder =
                    new ObjectDecoder(ObjectLayout.whole(), ObjectCodec.none(), key -> null, new byte[0]);
            return ApiClient.open(vertx, access, UpstreamLimits.defaults(), InstantSource.system())
                    .map(client -> new HttpListerWatcher(
                            client,
                            PODS,
                            new Selection("", "", ""),
                            decoder,
                            UpstreamObserver.NONE,
                            InstantSource.system()));
        }

        private static Map<String, String> contents(ResourceCache cache) {
            Map<String, String> contents = new HashMap<>();
            var cursor = cache.state().objects().from(ObjectKey.firstIn(""));
            while (cursor.next()) {
                contents.put(
                        cursor.key().toString(),
                        cursor.value().uid() + " " + cursor.value().resourceVersion());
            }
            return contents;
        }
    }
}
