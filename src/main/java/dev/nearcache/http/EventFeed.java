package dev.nearcache.http;

import dev.nearcache.http.EventSink.IdRule;
import dev.nearcache.http.kube.Failures;
import dev.nearcache.http.kube.Frames;
import dev.nearcache.http.kube.Freshness;
import dev.nearcache.http.kube.StreamPump.Progress;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ChangeSignals;
import dev.nearcache.query.Listening;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.Selection;
import dev.nearcache.query.WatchQuery;
import dev.nearcache.query.WatchSession;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One type on a stream of server-sent events: waits until it is synced, then sends a snapshot or what the client missed,
 * then changes as they come. Confined to the stream's event loop.
 */
final class EventFeed {
    /** What to do when changes are lost to the client. */
    enum OnExpired {
        /** Tell it to forget what it has, and start again. */
        RESET,
        /** Tell it, and end. */
        ERROR
    }

    /** What the next events come from. */
    interface Phase {
        Progress fill(EventSink sink);

        /** The version from which this type could be resumed; {@link ResourceVersion#NONE} while it could not. */
        default ResourceVersion id() {
            return ResourceVersion.NONE;
        }

        /** The resume point is to be moved once everything before it was sent. */
        default void requestBookmark() {}
    }

    private final CachedResource resource;
    private final Selection selection;
    private final QueryService queries;
    private final Frames frames;
    private final OnExpired onExpired;
    private final ResumePoint start;
    private final EventFlow.Loss onLoss = new OnLoss();
    private Phase phase;
    private Listening listening = Listening.NONE;
    private Runnable wake = () -> {};

    EventFeed(
            CachedResource resource,
            Selection selection,
            QueryService queries,
            Frames frames,
            OnExpired onExpired,
            ResumePoint start) {
        this.resource = resource;
        this.selection = selection;
        this.queries = queries;
        this.frames = frames;
        this.onExpired = onExpired;
        this.start = start;
        this.phase = new Waiting();
    }

    CachedResource resource() {
        return resource;
    }

    /** Wakes the stream from now on when there may be something to fill. */
    void listen(ChangeSignals signals, Runnable wake) {
        this.wake = wake;
        listening = signals.listen(resource, selection, wake);
    }

    /** Wakes it no more. */
    void stop() {
        listening.stop();
    }

    /** Sets the headers that say how old the stream's first objects are. */
    void tellFreshness(HttpServerResponse response) {
        Freshness.tell(response, resource, selection);
    }

    ResourceVersion id() {
        return phase.id();
    }

    Progress fill(EventSink sink) {
        return phase.fill(sink);
    }

    void requestBookmark() {
        phase.requestBookmark();
    }

    /**
     * Looks, before the stream begins, whether it can ever begin, and as its client insists: one that asked for an error
     * then gets it as the answer, not as an event. A version of the future is waited for.
     */
    Future<Void> check() {
        Optional<QueryException> unready = QueryService.unready(resource, selection);
        if (unready.isPresent() && !unready.get().reason().isUnready()) {
            return Future.failedFuture(unready.get());
        }
        if (unready.isPresent() || onExpired == OnExpired.RESET) {
            return Future.succeededFuture();
        }
        return start.match(
                Future::succeededFuture,
                version -> queries.awaitVersion(resource, version)
                        .compose(reached -> queries.resume(
                                resource,
                                selection,
                                version,
                                session -> Future.succeededFuture(),
                                oldest -> Future.failedFuture(QueryException.tooOld(version, oldest)),
                                () -> Future.failedFuture(future(version)))),
                why -> Future.failedFuture(QueryException.badRequest(why)));
    }

    private Progress begin() {
        WatchSession session = queries.snapshot(resource, selection, WatchQuery.Order.KEY);
        session.follow(listening);
        phase = EventFlow.snapshot(resource, session, frames, onLoss);
        return Progress.MORE;
    }

    private Progress resume(ResourceVersion version, EventSink sink, Supplier<Progress> ahead) {
        return queries.resume(
                resource,
                selection,
                version,
                session -> {
                    session.follow(listening);
                    phase = EventFlow.resumed(resource, session, frames, onLoss, version);
                    return Progress.MORE;
                },
                oldest -> lost(QueryException.tooOld(version, oldest), sink),
                ahead);
    }

    /** A version of the future was asked for, and may still come. */
    private Progress ahead(ResourceVersion version) {
        if (!(phase instanceof Ahead)) {
            Phase ahead = new Ahead(version);
            phase = ahead;
            queries.awaitVersion(resource, version).onComplete(reached -> {
                if (phase == ahead) {
                    phase = sink -> resume(version, sink, () -> lost(future(version), sink));
                    wake.run();
                }
            });
        }
        return Progress.CAUGHT_UP;
    }

    private Progress lost(QueryException why, EventSink sink) {
        return switch (onExpired) {
            case ERROR -> refuse(why, sink);
            case RESET -> {
                // The new snapshot first: the event's id must no longer name this type.
                Progress more = begin();
                sink.event("RESET", IdRule.MOVES, EventText.reset(resource, String.valueOf(why.getMessage())));
                yield more;
            }
        };
    }

    private Progress refuse(QueryException why, EventSink sink) {
        sink.event("ERROR", IdRule.KEEPS, EventText.error(resource, Failures.of(why)));
        return Progress.DONE;
    }

    /**
     * Goes on once the type is synced. Only discovery may tell that a stream can never begin, as when a type turns out
     * to have no namespaces.
     */
    private Progress whenReady(EventSink sink, Supplier<Progress> then) {
        return QueryService.unready(resource, selection)
                .map(why -> why.reason().isUnready() ? Progress.CAUGHT_UP : refuse(why, sink))
                .orElseGet(then);
    }

    /** The type is gone or has become another: once it is there, the client is to forget what it has. */
    private Phase interrupted(QueryException why) {
        return sink -> whenReady(sink, () -> lost(why, sink));
    }

    private QueryException future(ResourceVersion version) {
        return QueryException.neverReached(version, queries.versionOf(resource));
    }

    /** The type is not synced yet. What the client has of it, it still has: its id goes on naming it. */
    private final class Waiting implements Phase {
        @Override
        public Progress fill(EventSink sink) {
            return whenReady(
                    sink,
                    () -> start.match(
                            EventFeed.this::begin,
                            version -> resume(version, sink, () -> ahead(version)),
                            why -> lost(QueryException.badRequest(why), sink)));
        }

        @Override
        public ResourceVersion id() {
            return start.match(() -> ResourceVersion.NONE, version -> version, why -> ResourceVersion.NONE);
        }
    }

    /** A version of the future was asked for, and may still come. */
    private final class Ahead implements Phase {
        private final ResourceVersion version;

        Ahead(ResourceVersion version) {
            this.version = version;
        }

        @Override
        public Progress fill(EventSink sink) {
            return resume(version, sink, () -> ahead(version));
        }

        @Override
        public ResourceVersion id() {
            return version;
        }
    }

    /** What becomes of a session that cannot go on. */
    private final class OnLoss implements EventFlow.Loss {
        @Override
        public Progress lost(QueryException why, EventSink sink) {
            return QueryService.unready(resource, selection)
                    .map(unready -> away(unready, sink))
                    .orElseGet(() -> EventFeed.this.lost(why, sink));
        }

        @Override
        public Progress changed() {
            phase = interrupted(QueryException.becameAnother(resource));
            return Progress.MORE;
        }

        @Override
        public Progress gone(EventSink sink) {
            return away(QueryException.gone(resource), sink);
        }

        /** Who follows several types keeps the others, and this one begins again when it is back. */
        private Progress away(QueryException why, EventSink sink) {
            return switch (onExpired) {
                case ERROR -> refuse(why, sink);
                case RESET -> {
                    phase = interrupted(why);
                    sink.event("ERROR", IdRule.MOVES, EventText.error(resource, Failures.of(why)));
                    yield Progress.CAUGHT_UP;
                }
            };
        }
    }
}
