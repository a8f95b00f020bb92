package dev.nearcache.twin;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.WatchStream;
import io.vertx.core.Future;

/** Sends the requests that are to be refused to where nobody listens, and notes them, since nobody else can. */
final class RefusedSource implements ListerWatcher {
    private final Play play;
    private final ListerWatcher server;
    private final ListerWatcher nobody;

    RefusedSource(Play play, ListerWatcher server, ListerWatcher nobody) {
        this.play = play;
        this.server = server;
        this.nobody = nobody;
    }

    @Override
    public Future<ListPage> list(ListOptions options, Allowance allowance) {
        if (!play.refusesNext()) {
            return server.list(options, allowance);
        }
        play.refused(Request.parse((options.limit() == 0 ? "" : "limit=" + options.limit()) + "&resourceVersion="
                + options.version() + "&continue=" + options.continueToken()));
        return nobody.list(options, allowance);
    }

    @Override
    public Future<WatchStream> watch(WatchOptions options) {
        if (!play.refusesNext()) {
            return server.watch(options);
        }
        String version = options.version().isNone() ? "" : options.version().toString();
        String initial = options.initialEvents() == InitialEvents.WANTED
                ? "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                : "";
        play.refused(Request.parse("watch=true&allowWatchBookmarks=true&resourceVersion=" + version + "&timeoutSeconds="
                + options.timeout().toSeconds() + initial));
        return nobody.watch(options);
    }

    /** client-go never asks this; here it is not asked either, so that the requests are the same. */
    @Override
    public Future<ResourceVersion> newest() {
        return Future.failedFuture("not asked");
    }
}
