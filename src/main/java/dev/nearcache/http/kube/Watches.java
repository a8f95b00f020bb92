package dev.nearcache.http.kube;

import dev.nearcache.http.kube.ListOptions.Bookmarks;
import dev.nearcache.http.kube.ListOptions.InitialEvents;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Listening;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.Selection;
import dev.nearcache.query.WatchQuery;
import dev.nearcache.query.WatchSession;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Serves watches as Kubernetes clients read them: JSON lines, or messages, until the deadline (kubernetes-api.md 3). */
public final class Watches {
    private static final Duration BOOKMARKS_EVERY = Duration.ofSeconds(60);
    private static final Duration LAST_BOOKMARKS_EVERY = Duration.ofSeconds(1);
    private static final Duration LAST_BOOKMARKS = Duration.ofSeconds(2);
    /** A year: as good as no deadline, and its nanoseconds are still a number. */
    private static final long LONGEST_SECONDS = 365L * 24 * 3600;

    /** Deadlines are spread over half an hour, so that clients that came together do not come back together. */
    private static final long SHORTEST_SECONDS = 1800;

    private final Serving serving;
    private final Texts texts;

    public Watches(Serving serving) {
        this.serving = serving;
        this.texts = new Texts(serving.printers(), serving.timers()::now);
    }

    /**
     * Serves a watch; what goes wrong from here on is an ERROR event.
     *
     * @param options as asked for, with defaults made explicit where the path allows that
     * @throws StatusException if the question is wrong, or comes too early
     */
    void serve(HttpServerRequest request, Form form, CachedResource resource, String namespace, ListOptions options) {
        WatchQuery query = ListRules.watch(options, () -> options.selection(namespace, resource));
        Selection selection = query.selection();
        Texts.checkStreamed(request, form);
        QueryService.unready(resource, selection).ifPresent(Watches::refuse);
        if (WebSocketUpgrade.isAsked(request)) {
            WebSocketUpgrade.check(request);
        }
        serving.pumps().checkOpen();
        OpenStream stream = serving.streams()
                .open(
                        request,
                        OpenStream.Protocol.WATCH,
                        List.of(resource.name().toString()),
                        serving.timers().now());
        HttpServerResponse response = request.response();
        // Until there is a pump, the place must be given back here if the client leaves.
        response.closeHandler(closed -> serving.streams().close(stream, StreamEnd.CLIENT_GONE));
        serving.queries()
                .watch(resource, query)
                .compose(session -> texts.of(request, form, Texts.Target.WATCH, Reads.typeOf(resource))
                        .compose(text -> outlet(request, resource, selection, options)
                                .map(outlet ->
                                        begin(outlet, form, resource, selection, options, session, text, stream))))
                .onFailure(failure -> fail(request, options, failure, stream));
    }

    /** Serves a watch on a collection, with defaults made explicit first. */
    public void serveDefaulted(
            HttpServerRequest request, Form form, CachedResource resource, String namespace, ListOptions options) {
        serve(request, form, resource, namespace, ListRules.defaulted(options));
    }

    private static void refuse(QueryException unready) {
        throw (unready.reason().isUnready() ? Failures.notReady(unready) : Failures.of(unready)).exception();
    }

    private StreamedType begin(
            Outlet outlet,
            Form form,
            CachedResource resource,
            Selection selection,
            ListOptions options,
            WatchSession session,
            Text text,
            OpenStream stream) {
        StreamedType type = StreamedType.of(resource);
        if (outlet.isGone()) {
            serving.streams().close(stream, StreamEnd.CLIENT_GONE);
            return type;
        }
        WatchLines lines = new WatchLines(
                session,
                type,
                text,
                serving.frames(),
                stream,
                isStreamedList(options) ? WatchLines.EndMark.WANTED : WatchLines.EndMark.NONE);
        Life life = new Life(outlet, resource, selection, session, lines, stream);
        life.start(Texts.endsAtOnce(form) ? Duration.ZERO : deadline(options.timeoutSeconds()), options.bookmarks());
        return type;
    }

    private void fail(HttpServerRequest request, ListOptions options, Throwable failure, OpenStream stream) {
        HttpServerResponse response = request.response();
        serving.streams().close(stream, StreamEnd.COMPLETE);
        if (response.closed()) {
            return;
        }
        Status status = failure instanceof QueryException known ? Failures.of(known) : Failures.internal();
        opened(request, options)
                .compose(outlet ->
                        outlet.write(Buffer.buffer(WatchLines.error(status))).compose(written -> outlet.end()))
                .onFailure(gone -> {});
    }

    /** Whether the objects of the beginning are to be told from what follows them, and so make up a list. */
    private static boolean isStreamedList(ListOptions options) {
        return options.initialEvents() == InitialEvents.WANTED && options.bookmarks() == Bookmarks.WANTED;
    }

    private static Future<Outlet> outlet(
            HttpServerRequest request, CachedResource resource, Selection selection, ListOptions options) {
        if (!request.response().closed()) {
            Freshness.tell(request.response(), resource, selection);
        }
        return opened(request, options);
    }

    /** Answers that the watch stands, or that it fails from here on. */
    private static Future<Outlet> opened(HttpServerRequest request, ListOptions options) {
        if (WebSocketUpgrade.isAsked(request)) {
            return WebSocketUpgrade.accept(request);
        }
        boolean gzip = isStreamedList(options) && Representation.acceptsGzip(request.getHeader("Accept-Encoding"));
        HttpServerResponse response = request.response();
        if (!response.closed()) {
            if (gzip) {
                Answers.compressed(response);
            }
            writeHead(request);
        }
        Outlet plain = new ResponseOutlet(request);
        return Future.succeededFuture(gzip ? new GzipOutlet(plain) : plain);
    }

    /** The head goes out at once: clients take it as the sign that the watch stands. */
    private static void writeHead(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        response.setChunked(true)
                .putHeader("Content-Type", "application/json")
                .putHeader("Cache-Control", "no-cache, private");
        // HTTP/1.0 knows no chunks, and Vert.x leaves them out only where the head goes out with the first line.
        if (request.version() != HttpVersion.HTTP_1_0) {
            response.writeHead().onFailure(gone -> {});
        }
    }

    private static Duration deadline(long seconds) {
        return Duration.ofSeconds(
                seconds == 0
                        ? ThreadLocalRandom.current().nextLong(SHORTEST_SECONDS, 2 * SHORTEST_SECONDS)
                        : Math.max(0, Math.min(seconds, LONGEST_SECONDS)));
    }

    /** One watch from its head to its end: its timers, and its place among the listeners. */
    private final class Life {
        private final StreamPump pump;
        private final WatchLines lines;
        private final Listening listening;
        private Timers.Scheduled end = () -> {};
        private Timers.Scheduled bookmark = () -> {};

        Life(
                Outlet outlet,
                CachedResource resource,
                Selection selection,
                WatchSession session,
                WatchLines lines,
                OpenStream stream) {
            this.lines = lines;
            this.pump = serving.pumps().stream(outlet, lines, how -> {
                serving.streams().close(stream, how);
                stop();
            });
            this.listening = serving.signals().listen(resource, selection, pump::wake);
            session.follow(listening);
        }

        void start(Duration deadline, Bookmarks bookmarks) {
            Timers timers = serving.timers();
            if (deadline.isZero()) {
                pump.end();
                return;
            }
            end = timers.schedule(deadline, pump::end);
            if (bookmarks == Bookmarks.WANTED) {
                scheduleBookmark(timers.nanos() + deadline.minus(LAST_BOOKMARKS).toNanos());
            }
            pump.wake();
        }

        /** Once a minute, and each second from two seconds before the deadline. */
        private void scheduleBookmark(long lastFrom) {
            Timers timers = serving.timers();
            Duration untilLast = Duration.ofNanos(lastFrom - timers.nanos());
            Duration delay = untilLast.isNegative() || untilLast.isZero()
                    ? LAST_BOOKMARKS_EVERY
                    : untilLast.compareTo(BOOKMARKS_EVERY) < 0 ? untilLast : BOOKMARKS_EVERY;
            bookmark = timers.schedule(delay, () -> {
                lines.requestBookmark();
                scheduleBookmark(lastFrom);
                pump.wake();
            });
        }

        private void stop() {
            end.cancel();
            bookmark.cancel();
            listening.stop();
        }
    }
}
