package dev.nearcache;

import dev.nearcache.config.HistoryConfig;
import dev.nearcache.config.ResourceConfig;
import dev.nearcache.config.UpstreamConfig;
import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.Backoff;
import dev.nearcache.reflector.Reflector;
import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.reflector.ReflectorSettings;
import dev.nearcache.reflector.Relief;
import dev.nearcache.reflector.WatchList;
import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.store.ResourceCache;
import dev.nearcache.store.Scope;
import dev.nearcache.time.Timers;
import dev.nearcache.time.VertxTimers;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiClient;
import dev.nearcache.upstream.HttpListerWatcher;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.MetadataList;
import dev.nearcache.upstream.Selection;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The one context that owns a type's reflectors (one a namespace), their queues and the cache that they feed. Deployed
 * means started, not synced.
 */
final class ReflectorVerticle extends VerticleBase {
    private final ResourceConfig config;
    private final UpstreamConfig upstream;
    private final HistoryConfig history;
    private final ApiClient client;
    private final Function<String, ReflectorObserver> meters;
    private final Function<String, Quarantine> quarantine;
    private final BiConsumer<String, SelfCheck.Verdict> checks;
    private final Function<Runnable, ObjectCodec> codecs;
    private final byte[] salt;
    private final List<MirroredScope> scopes = new ArrayList<>();
    private Runnable deaf = () -> {};
    private Runnable unchecked = () -> {};
    private Future<Mirror> mirror = Future.failedFuture("not deployed");

    /**
     * @param meters makes the observer that counts what one of a type's reflectors does
     * @param quarantine makes the place for one scope's unreadable objects
     * @param checks is told what checks of what is held have found, with the type's name
     * @param codecs makes the codec of its objects, which says when it has learned something
     * @param salt of this process, for values that are kept as hashes
     */
    ReflectorVerticle(
            ResourceConfig config,
            UpstreamConfig upstream,
            HistoryConfig history,
            ApiClient client,
            Function<String, ReflectorObserver> meters,
            Function<String, Quarantine> quarantine,
            BiConsumer<String, SelfCheck.Verdict> checks,
            Function<Runnable, ObjectCodec> codecs,
            byte[] salt) {
        this.config = config;
        this.upstream = upstream;
        this.history = history;
        this.client = client;
        this.meters = meters;
        this.quarantine = quarantine;
        this.checks = checks;
        this.codecs = codecs;
        this.salt = salt.clone();
    }

    /** The mirror, once deployed. */
    Future<Mirror> mirror() {
        return mirror;
    }

    @Override
    public Future<?> start() {
        Timers timers = new VertxTimers(vertx);
        ObjectLayout layout = layout();
        ResourceCache cache = new ResourceCache(
                List.copyOf(layout.indexes().keySet()),
                new HistoryLimits(history.events(), history.bytes(), history.age()),
                config.limits(),
                codecs,
                task -> context.runOnContext(turn -> task.run()),
                timers::now);
        ObjectDecoder decoder = new ObjectDecoder(layout, cache.codec(), cache.held(), salt);
        List<ScopeTracker> trackers = new ArrayList<>();
        TypeLookup lookup = new TypeLookup(
                config.name(), new TypeFinder(client, config, decoder, timers), following(cache, trackers), timers);
        List<SelfCheck.Part> parts = new ArrayList<>();
        SizeBudget budget = new SizeBudget(config.limits(), cache, timers);
        for (String namespace : config.namespaces().isEmpty() ? List.of("") : config.namespaces()) {
            ScopeTracker tracker =
                    new ScopeTracker(namespace, quarantine.apply(label(namespace)), timers, upstream.deadPeer());
            trackers.add(tracker);
            ListerWatcher source =
                    new DiscoveredSource(lookup, namespace, type -> source(type, decoder, tracker, timers));
            Scope held = cache.scope(namespace);
            SizeBudget.Part part = budget.part(held);
            ReflectorObserver observer = new Observers(
                    tracker,
                    meters.apply(config.name().toString()),
                    new ReflectorLog(label(namespace), timers::now),
                    part);
            MirroredScope scope =
                    new MirroredScope(held, sink -> reflector(source, sink, settings(timers, part), observer, timers));
            part.onDrop(scope::dropped);
            scopes.add(scope);
            parts.add(new CheckedScope(scope, tracker, cache));
        }
        mirror = Future.succeededFuture(new Mirror(
                config,
                layout,
                lookup,
                cache,
                trackers,
                timers,
                version -> scopes.forEach(scope -> scope.seek(version))));
        scopes.forEach(MirroredScope::start);
        vertx.setPeriodic(upstream.rediscover().toMillis(), turn -> lookup.refresh());
        Runnable deafToPath =
                client.onHealed(() -> wake(Relief.CONTACT, upstream.deadPeer().dividedBy(8)));
        Runnable deafToLogin = client.onRenewed(() -> wake(Relief.LOGIN, Duration.ZERO));
        deaf = () -> {
            deafToPath.run();
            deafToLogin.run();
        };
        SelfCheck check = new SelfCheck(
                config.name().toString(),
                upstream.selfCheck(),
                upstream.pageSize(),
                timers,
                parts,
                namespace -> SelfCheck.checkable(lookup.known())
                        .map(type -> new MetadataList(client, type, selection(namespace))::exactly),
                checks);
        check.start();
        unchecked = check::stop;
        return mirror;
    }

    @Override
    public Future<?> stop() {
        deaf.run();
        unchecked.run();
        scopes.forEach(MirroredScope::stop);
        return Future.succeededFuture();
    }

    /** The definition of the type has changed: looks at once, if the API server did not serve it. Any thread. */
    void redefined() {
        context.runOnContext(turn -> wake(Relief.TYPE, Duration.ZERO));
    }

    private void wake(Relief relief, Duration within) {
        scopes.forEach(scope -> scope.wake(relief, within));
    }

    private static Reflector reflector(
            ListerWatcher source,
            DeltaSink sink,
            ReflectorSettings settings,
            ReflectorObserver observer,
            Timers timers) {
        return new Reflector(source, sink, settings, timers, new SplittableRandom(), observer);
    }

    private TypeLookup.Follower following(ResourceCache cache, List<ScopeTracker> trackers) {
        return new TypeLookup.Follower() {
            @Override
            public boolean holdsObjects() {
                return cache.state().objects().size() > 0;
            }

            @Override
            public boolean isWatched() {
                return trackers.stream().anyMatch(ScopeTracker::live);
            }

            @Override
            public void forget() {
                scopes.forEach(MirroredScope::forget);
            }

            @Override
            public void startOver() {
                scopes.forEach(MirroredScope::startOver);
            }
        };
    }

    private ListerWatcher source(ResourceType type, ObjectDecoder decoder, ScopeTracker tracker, Timers timers) {
        return new HttpListerWatcher(client, type, selection(tracker.namespace()), decoder, tracker, timers::now);
    }

    private Selection selection(String namespace) {
        return new Selection(namespace, config.labelSelector(), config.fieldSelector());
    }

    private ReflectorSettings settings(Timers timers, Supplier<Allowance> allowances) {
        Backoff backoff =
                Backoff.fresh(upstream.backoff().initial(), upstream.backoff().max(), timers.nanos());
        return new ReflectorSettings(
                upstream.pageSize(),
                upstream.watchTimeout(),
                backoff,
                watchList(),
                config.poll(),
                config.resync(),
                upstream.safetyRelist(),
                allowances);
    }

    private WatchList watchList() {
        return switch (upstream.watchList()) {
            case AUTO -> WatchList.AUTO;
            case ALWAYS -> WatchList.ALWAYS;
            case NEVER -> WatchList.NEVER;
        };
    }

    private ObjectLayout layout() {
        ObjectLayout layout = config.layout();
        return switch (config.content()) {
            case WHOLE -> layout;
            case METADATA ->
                new ObjectLayout(
                        layout.drop(), List.of(FieldPath.parse("metadata")), layout.indexes(), layout.values());
        };
    }

    private String label(String namespace) {
        return namespace.isEmpty() ? config.name().toString() : namespace + "/" + config.name();
    }
}
