package dev.nearcache;

import dev.nearcache.config.ResourceConfig;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ApiClient;
import dev.nearcache.upstream.Discovery;
import dev.nearcache.upstream.HttpListerWatcher;
import dev.nearcache.upstream.ListerWatcher.ListOptions;
import dev.nearcache.upstream.Selection;
import dev.nearcache.upstream.UpstreamObserver;
import io.vertx.core.Future;

/** How a type is found at the API server. */
final class TypeFinder implements TypeLookup.Finder {
    private final ApiClient client;
    private final ResourceConfig config;
    private final Discovery discovery;
    private final ObjectDecoder decoder;
    private final Timers timers;

    TypeFinder(ApiClient client, ResourceConfig config, ObjectDecoder decoder, Timers timers) {
        this.client = client;
        this.config = config;
        this.discovery = new Discovery(client);
        this.decoder = decoder;
        this.timers = timers;
    }

    @Override
    public Future<ResourceType> find(ResourceName name) {
        return discovery.resolve(name);
    }

    @Override
    public Future<Void> ready() {
        return discovery.ready();
    }

    /**
     * A custom type may choose the kind of its lists, and neither discovery nor a streaming list tells it: a list of
     * one object does. Who may not list gets the usual name.
     */
    @Override
    public Future<ResourceType> withListKind(ResourceType type) {
        if (type.builtIn()) {
            return Future.succeededFuture(type);
        }
        Selection selection = new Selection(
                config.namespaces().isEmpty() ? "" : config.namespaces().get(0), "", "");
        return new HttpListerWatcher(client, type, selection, decoder, UpstreamObserver.NONE, timers::now)
                .list(new ListOptions("", 1, ""))
                .map(page -> page.kind().isEmpty() ? type : type.withListKind(page.kind()))
                .otherwise(type);
    }
}
