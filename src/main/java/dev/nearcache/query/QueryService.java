package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.Registration;
import dev.nearcache.store.StoreReader;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Answers questions about cached types. Confined to the event loop of its timers; each loop has one, and all share the
 * pinned snapshots. Failures are {@link QueryException}s.
 */
public final class QueryService {
    /** How long a version of the future is waited for, as kube-apiserver does (kubernetes-api.md 1.2). */
    public static final Duration PATIENCE = Duration.ofSeconds(3);

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
        return fresh(resource, notOlderThan).compose(state -> {
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
                        pin -> fresh(resource, pin.version())
                                .compose(state -> scan(resource, state, state.resourceVersion(), query, selection.first())),
                        pin -> at(resource, pin.version(), QueryException.expired())
                                .compose(state -> scan(resource, state, pin.version(), query, selection.first())),
                        pin -> following(resource, query, pin.token()));
    }

    /** Opens a watch. A start that the log does not cover fails as {@link QueryException.Reason#EXPIRED}. */
    public Future<WatchSession> watch(CachedResource resource, WatchQuery query) {
        StoreReader store = resource.store();
        if (!store.state().synced()) {
            return Future.failedFuture(QueryException.notSynced(resource));
        }
        Selection selection = query.selection();
        return query.start()
                .match(
                        from -> fresh(resource, from.notOlderThan())
                                .map(state -> WatchSession.snapshot(store, selection, state, from.order())),
                        from -> resume(store, selection, from.version()),
                        from -> Future.succeededFuture(WatchSession.at(
                                store, selection, store.state().position(), store.state().resourceVersion())));
    }

    private static Future<WatchSession> resume(StoreReader store, Selection selection, ResourceVersion version) {
        return store.log()
                .resumeAfter(version)
                .match(
                        at -> Future.succeededFuture(WatchSession.at(store, selection, at.position(), version)),
                        expired -> Future.failedFuture(QueryException.tooOld(version, expired.floorVersion())),
                        ahead -> Future.succeededFuture(
                                WatchSession.beyond(store, selection, store.log().end(), version)));
    }

    /** Waits, at most so long, until the store's state is as wanted; the answer is whether it came to that. */
    public Future<Boolean> await(CachedResource resource, Predicate<CacheState> wanted, Duration patience) {
        StoreReader store = resource.store();
        if (wanted.test(store.state())) {
            return Future.succeededFuture(true);
        }
        Promise<Boolean> promise = Promise.promise();
        Timers.Scheduled deadline = timers.schedule(patience, () -> promise.tryComplete(false));
        Registration registration = signals.listen(store, () -> {
            if (wanted.test(store.state())) {
                promise.tryComplete(true);
            }
        });
        return promise.future().andThen(done -> {
            deadline.cancel();
            registration.cancel();
        });
    }

    private Future<CacheState> fresh(CachedResource resource, ResourceVersion version) {
        if (!resource.store().state().synced()) {
            return Future.failedFuture(QueryException.notSynced(resource));
        }
        return await(resource, state -> !state.reachedByAll().isBefore(version), PATIENCE)
                .compose(reached -> {
                    CacheState state = resource.store().state();
                    return reached
                            ? Future.succeededFuture(state)
                            : Future.failedFuture(QueryException.tooLarge(version, state.resourceVersion()));
                });
    }

    /** The state at exactly a version: the current one, a pinned one, or one rebuilt from the log. */
    private Future<CacheState> at(CachedResource resource, ResourceVersion version, QueryException gone) {
        return fresh(resource, version).compose(current -> {
            Optional<CacheState> state = current.resourceVersion().equals(version)
                    ? Optional.of(current)
                    : pinned.find(resource.store(), version).or(() -> resource.store().asOf(version));
            return state.map(Future::succeededFuture).orElseGet(() -> Future.failedFuture(gone));
        });
    }

    private Future<ListResult> following(CachedResource resource, ListQuery query, ContinueToken token) {
        ObjectKey start = token.startIn(query.selection().namespace());
        if (token.isNewest()) {
            return fresh(resource, ResourceVersion.NONE)
                    .compose(state -> scan(resource, state, state.resourceVersion(), query, start));
        }
        ResourceVersion version = ResourceVersion.of(token.version());
        ContinueToken replacement = new ContinueToken(ContinueToken.NEWEST, token.start());
        return at(resource, version, QueryException.expiredPage(replacement))
                .compose(state -> scan(resource, state, version, query, start));
    }

    private Future<ListResult> scan(
            CachedResource resource, CacheState state, ResourceVersion version, ListQuery query, ObjectKey start) {
        return new ListScan(state, version, query.selection(), query.limit(), start)
                .run(timers)
                .onSuccess(page -> page.next().ifPresent(next -> pinned.pin(resource.store(), version, state)));
    }
}
