package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.PastObjects;
import dev.nearcache.store.StoreReader;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Answers questions about cached types. Confined to the event loop of its timers; each loop has one, and all share the
 * pinned snapshots. Failures are {@link QueryException}s.
 */
public final class QueryService {
    /** How long a version of the future is waited for, as kube-apiserver does (kubernetes-api.md 1.2). */
    public static final Duration PATIENCE = Duration.ofSeconds(3);

    /** How long the event of a write is on its way, at most: what has not come then is looked for. */
    private static final Duration ON_ITS_WAY = Duration.ofMillis(200);

    /** Undone in some two milliseconds. */
    private static final int EVENTS_A_SLICE = 1000;

    private final PinnedSnapshots pinned;
    private final ChangeSignals signals;
    private final Timers timers;

    public QueryService(PinnedSnapshots pinned, ChangeSignals signals, Timers timers) {
        this.pinned = pinned;
        this.signals = signals;
        this.timers = timers;
    }

    /** One object, once the cache is not older than a version. */
    public Future<KubeObject> get(CachedResource resource, ObjectKey key, ResourceVersion notOlderThan) {
        return fresh(resource, Selection.everythingIn(key.namespace()), notOlderThan)
                .compose(state -> {
                    KubeObject object = state.objects().get(key);
                    return object == null
                            ? Future.failedFuture(QueryException.notFound(resource, key.name()))
                            : Future.succeededFuture(object);
                });
    }

    /** One page. */
    public Future<ListResult> list(CachedResource resource, ListQuery query) {
        Selection selection = query.selection();
        return query.pin()
                .match(
                        pin -> newest(resource, query, pin.version(), selection.first()),
                        pin -> at(resource, selection, pin.version(), QueryException.expired())
                                .compose(snapshot -> scan(resource, snapshot, pin.version(), query, selection.first())),
                        pin -> following(resource, query, pin.token()));
    }

    /** Opens a watch. A start that the log does not cover fails as {@link QueryException.Reason#EXPIRED}. */
    public Future<WatchSession> watch(CachedResource resource, WatchQuery query) {
        StoreReader store = resource.store();
        Selection selection = query.selection();
        Optional<QueryException> unready = unready(resource, selection);
        if (unready.isPresent()) {
            return Future.failedFuture(unready.get());
        }
        return query.start()
                .match(
                        from -> fresh(resource, selection, from.notOlderThan())
                                .map(state -> WatchSession.snapshot(store, selection, state, from.order())),
                        from -> after(resource, selection, from.version()),
                        from -> Future.succeededFuture(WatchSession.at(
                                store,
                                selection,
                                store.state().position(),
                                store.state().resourceVersion())));
    }

    /** Whether a watch would begin after a version that the log no longer covers. */
    public static boolean isForgotten(CachedResource resource, WatchQuery query) {
        return query.start()
                .match(
                        from -> false,
                        from -> resource.store()
                                .log()
                                .resumeAfter(from.version())
                                .match(at -> false, gone -> true, future -> false),
                        from -> false);
    }

    /** A session that starts with the current objects of a type that is ready. */
    public WatchSession snapshot(CachedResource resource, Selection selection, WatchQuery.Order order) {
        return WatchSession.snapshot(
                resource.store(), selection, resource.store().state(), order);
    }

    /**
     * Resumes after a version that a client names: with a session, or with the word that the log no longer covers it
     * (and the oldest version that it does), or that it was not reached yet.
     */
    public <R> R resume(
            CachedResource resource,
            Selection selection,
            ResourceVersion version,
            Function<WatchSession, R> resumed,
            Function<ResourceVersion, R> expired,
            Supplier<R> ahead) {
        StoreReader store = resource.store();
        return store.log()
                .resumeAfter(version)
                .match(
                        at -> resumed.apply(WatchSession.at(store, selection, at.position(), version)),
                        gone -> expired.apply(gone.floorVersion()),
                        future -> ahead.get());
    }

    private Future<WatchSession> after(CachedResource resource, Selection selection, ResourceVersion version) {
        return resume(
                resource,
                selection,
                version,
                Future::succeededFuture,
                oldest -> Future.failedFuture(QueryException.tooOld(version, oldest)),
                () -> Future.succeededFuture(WatchSession.beyond(resource.store(), selection, version)));
    }

    /** The namespaces that are mirrored and cannot be read. */
    public static List<String> missing(CachedResource resource) {
        CacheState state = resource.store().state();
        return resource.namespaces().stream()
                .filter(namespace -> !state.syncedIn(namespace))
                .toList();
    }

    /** The version of what is cached now. */
    public ResourceVersion versionOf(CachedResource resource) {
        return resource.store().state().resourceVersion();
    }

    /** Waits, for {@link #PATIENCE} at most, until a version is reached; the answer is whether it was. */
    public Future<Boolean> awaitVersion(CachedResource resource, ResourceVersion version) {
        return await(resource, version, CacheState::resourceVersion);
    }

    private Future<Boolean> await(
            CachedResource resource, ResourceVersion version, Function<CacheState, ResourceVersion> reached) {
        Predicate<CacheState> wanted = state -> !reached.apply(state).isBefore(version);
        StoreReader store = resource.store();
        if (wanted.test(store.state())) {
            return Future.succeededFuture(true);
        }
        Promise<Boolean> promise = Promise.promise();
        Timers.Scheduled deadline = timers.schedule(PATIENCE, () -> promise.tryComplete(false));
        Timers.Scheduled doubt = timers.schedule(ON_ITS_WAY, () -> resource.seek(version));
        ChangeSignals.Place listening = signals.listen(resource, () -> {
            if (wanted.test(store.state())) {
                promise.tryComplete(true);
            }
        });
        return promise.future().andThen(done -> {
            deadline.cancel();
            doubt.cancel();
            listening.stop();
        });
    }

    /** Why the objects of a selection cannot be read now; empty if they can. */
    public static Optional<QueryException> unready(CachedResource resource, Selection selection) {
        String namespace = selection.namespace();
        if (!namespace.isEmpty()
                && !resource.type().map(ResourceType::namespaced).orElse(true)) {
            return Optional.of(QueryException.clusterScoped(resource));
        }
        List<String> mirrored = resource.namespaces();
        if (!namespace.isEmpty() && !mirrored.isEmpty() && !mirrored.contains(namespace)) {
            return Optional.of(QueryException.notMirrored(resource, namespace));
        }
        boolean ready = resource.type().isPresent() && complete(resource, selection);
        return ready ? Optional.empty() : Optional.of(QueryException.notSynced(resource));
    }

    private static boolean complete(CachedResource resource, Selection selection) {
        CacheState state = resource.store().state();
        if (!selection.namespace().isEmpty()) {
            return state.syncedIn(selection.namespace());
        }
        return switch (selection.coverage()) {
            case WHOLE -> state.synced();
            case READABLE -> state.synced() || resource.namespaces().stream().anyMatch(state::syncedIn);
        };
    }

    private Future<CacheState> fresh(CachedResource resource, Selection selection, ResourceVersion version) {
        Optional<QueryException> unready = unready(resource, selection);
        if (unready.isPresent()) {
            return Future.failedFuture(unready.get());
        }
        return await(resource, version, CacheState::reachedByAll).compose(reached -> {
            CacheState state = resource.store().state();
            return reached
                    ? Future.succeededFuture(state)
                    : Future.failedFuture(QueryException.tooLarge(version, state.resourceVersion()));
        });
    }

    /** The objects at exactly a version: those of now, pinned ones, or rebuilt from the log. */
    private Future<Snapshot> at(
            CachedResource resource, Selection selection, ResourceVersion version, QueryException gone) {
        return fresh(resource, selection, version).compose(current -> {
            StoreReader store = resource.store();
            Optional<Snapshot> held = current.resourceVersion().equals(version)
                    ? Optional.of(Snapshot.of(current))
                    : pinned.find(store, version);
            return held.map(Future::succeededFuture)
                    .or(() -> PastObjects.at(current, store.log(), version).map(this::rebuilt))
                    .orElseGet(() -> Future.failedFuture(gone));
        });
    }

    /** Rebuilds a snapshot in slices, so that the whole log undone does not hold the event loop. */
    private Future<Snapshot> rebuilt(PastObjects past) {
        if (past.undo(EVENTS_A_SLICE)) {
            return Future.succeededFuture(Snapshot.rebuilt(past.objects()));
        }
        Promise<Snapshot> promise = Promise.promise();
        timers.defer(() -> rebuilt(past).onComplete(promise));
        return promise.future();
    }

    private Future<ListResult> following(CachedResource resource, ListQuery query, ContinueToken token) {
        ObjectKey start = token.startIn(query.selection().namespace());
        if (token.isNewest()) {
            return newest(resource, query, ResourceVersion.NONE, start);
        }
        ResourceVersion version = ResourceVersion.of(token.version());
        ContinueToken replacement = new ContinueToken(ContinueToken.NEWEST, token.start());
        return at(resource, query.selection(), version, QueryException.expiredPage(replacement))
                .compose(snapshot -> scan(resource, snapshot, version, query, start));
    }

    private Future<ListResult> newest(
            CachedResource resource, ListQuery query, ResourceVersion notOlderThan, ObjectKey start) {
        return fresh(resource, query.selection(), notOlderThan)
                .compose(state -> scan(resource, Snapshot.of(state), state.resourceVersion(), query, start));
    }

    private Future<ListResult> scan(
            CachedResource resource, Snapshot snapshot, ResourceVersion version, ListQuery query, ObjectKey start) {
        return new ListScan(snapshot, version, query.selection(), query.limit(), start)
                .run(timers)
                .onSuccess(page -> page.next().ifPresent(next -> pinned.pin(resource.store(), version, snapshot)));
    }
}
