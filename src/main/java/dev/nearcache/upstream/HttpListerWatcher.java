package dev.nearcache.upstream;

import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientResponse;

/**
 * Lists and watches over HTTP/1.1 (reflector.md 1.1, 1.8 and 1.13). Lists are parsed as they stream, paged or not;
 * watches by tokens, wherever the bytes are cut. Selectors go on both.
 */
public final class HttpListerWatcher implements ListerWatcher {
    private final ApiClient client;
    private final ResourceType type;
    private final Selection selection;
    private final ObjectDecoder decoder;
    private final UpstreamObserver observer;

    /**
     * A lister and watcher of one selection of one type.
     *
     * @param client where to
     * @param type what
     * @param selection which of it
     * @param decoder cuts out the objects; each list and watch works with a sibling of it
     * @param observer is told of what arrives
     */
    public HttpListerWatcher(
            ApiClient client,
            ResourceType type,
            Selection selection,
            ObjectDecoder decoder,
            UpstreamObserver observer) {
        this.client = client;
        this.type = type;
        this.selection = selection;
        this.decoder = decoder;
        this.observer = observer;
    }

    @Override
    public Future<ListPage> list(ListOptions options) {
        Query query = selected()
                .with("limit", options.limit() == 0 ? "" : Long.toString(options.limit()))
                .with("continue", options.continueToken())
                .with("resourceVersion", options.version());
        return client.get(query.uri()).compose(this::readList);
    }

    @Override
    public Future<WatchStream> watch(WatchOptions options) {
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
                        client.vertx(),
                        response,
                        new WatchEventDecoder(type, decoder.sibling()),
                        observer,
                        options.timeout().plus(client.limits().watchGrace())));
    }

    private static Query withInitialEvents(Query query, InitialEvents wanted) {
        return switch (wanted) {
            case NONE -> query;
            case WANTED -> query.with("sendInitialEvents", "true").with("resourceVersionMatch", "NotOlderThan");
        };
    }

    private Query selected() {
        return new Query(type.collectionPath(selection.namespace()))
                .with("labelSelector", selection.labelSelector())
                .with("fieldSelector", selection.fieldSelector());
    }

    private Future<ListPage> readList(HttpClientResponse response) {
        ListDecoder list = new ListDecoder(decoder.sibling());
        return client.read(response, chunk -> {
                    observer.bytesReceived(chunk.length);
                    observer.itemsDecoded(list.feed(chunk));
                })
                .map(done -> list.end());
    }
}
