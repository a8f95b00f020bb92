package dev.nearcache.upstream;

import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientResponse;
import java.time.InstantSource;

/**
 * Lists and watches over HTTP (reflector.md 1.1, 1.8 and 1.13). Lists are parsed as they stream, paged or not;
 * watches by tokens, wherever the bytes are cut. Selectors go on both.
 */
public final class HttpListerWatcher implements ListerWatcher {
    private final ApiClient client;
    private final ResourceType type;
    private final Selection selection;
    private final ObjectDecoder decoder;
    private final UpstreamObserver observer;
    private final InstantSource clock;

    /**
     * A lister and watcher of one selection of one type.
     *
     * @param client where to
     * @param type what
     * @param selection which of it
     * @param decoder cuts out the objects; each list and watch works with a sibling of it
     * @param observer is told of what arrives
     * @param clock gives versions to what has none, where a type can only be listed
     */
    public HttpListerWatcher(
            ApiClient client,
            ResourceType type,
            Selection selection,
            ObjectDecoder decoder,
            UpstreamObserver observer,
            InstantSource clock) {
        this.client = client;
        this.type = type;
        this.selection = selection;
        this.decoder = decoder;
        this.observer = observer;
        this.clock = clock;
    }

    @Override
    public Future<ListPage> list(ListOptions options, Allowance allowance) {
        Query query = selected()
                .with("limit", options.limit() == 0 ? "" : Long.toString(options.limit()))
                .with("continue", options.continueToken())
                .with("resourceVersion", options.version());
        return client.get(query.uri()).compose(response -> readList(response, allowance));
    }

    @Override
    public Future<WatchStream> watch(WatchOptions options) {
        if (type.access() == ResourceType.Access.LISTED) {
            return Future.failedFuture(UpstreamException.of(
                    ApiStatus.of(405, "MethodNotAllowed", "the API server does not offer to watch " + type)));
        }
        return open(options)
                .map(first -> new RenewedWatch(
                        client.timers(),
                        client.limits().deadPeer(),
                        client.path(),
                        first,
                        WatchProgress.of(options),
                        observer,
                        beside(options)))
                .map(renewed -> new SeekingWatch(
                        client.timers(),
                        renewed,
                        WatchProgress.of(options),
                        this::newest,
                        after -> open(WatchOptions.after(after, SeekingWatch.SHORT))));
    }

    private RenewedWatch.Source beside(WatchOptions options) {
        return new RenewedWatch.Source() {
            @Override
            public Future<Carrier> open(ResourceVersion after) {
                return HttpListerWatcher.this.open(WatchOptions.after(after, options.timeout()));
            }

            @Override
            public Future<ResourceVersion> newest() {
                return HttpListerWatcher.this.newest();
            }
        };
    }

    private Future<Carrier> open(WatchOptions options) {
        long asked = client.timers().nanos();
        long seconds = Math.max(1, options.timeout().toSeconds());
        Query query = selected()
                .with("watch", "true")
                .with("allowWatchBookmarks", "true")
                .with("timeoutSeconds", Long.toString(seconds))
                .with(
                        "resourceVersion",
                        options.version().isNone() ? "" : options.version().toString());
        return client.get(withInitialEvents(query, options.initialEvents()).uri())
                .map(response -> new HttpWatchStream(
                        client,
                        response,
                        asked,
                        new WatchEventDecoder(type, decoder.sibling(), observer),
                        observer,
                        options.timeout().plus(client.limits().watchGrace())));
    }

    private static Query withInitialEvents(Query query, InitialEvents wanted) {
        return switch (wanted) {
            case NONE -> query;
            case WANTED -> query.with("sendInitialEvents", "true").with("resourceVersionMatch", "NotOlderThan");
        };
    }

    @Override
    public Future<ResourceVersion> newest() {
        return new MetadataList(client, type, selection).newest();
    }

    /**
     * Aggregated API servers that compute their objects give them no version. Such a type can only be listed, so the
     * time of the list will do: it grows, and nobody is asked to watch from it.
     */
    private ResourceVersion fallback() {
        return switch (type.access()) {
            case WATCHED -> ResourceVersion.NONE;
            case LISTED -> ResourceVersion.of(clock.millis());
        };
    }

    private Query selected() {
        return Query.of(type, selection);
    }

    private Future<ListPage> readList(HttpClientResponse response, Allowance allowance) {
        ListDecoder list = new ListDecoder(type, decoder.sibling(), fallback(), allowance, observer::unreadable);
        return client.read(response, chunk -> observer.itemsDecoded(list.feed(chunk)))
                .map(done -> list.end());
    }
}
