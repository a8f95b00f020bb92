package dev.nearcache;

import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream;
import io.vertx.core.Future;
import java.util.function.Function;

/**
 * A source of a type that must be discovered first. Confined to one thread.
 *
 * <p>Discovery happens inside the list, so its failures are list failures: a type that is not there yet, or a server
 * that does not answer, meets the reflector's one table and its backoff, and heals by itself. A type that has gone is
 * looked up again, since another version of it may be served.
 */
final class DiscoveredSource implements ListerWatcher {
    private final TypeLookup lookup;
    private final String namespace;
    private final Function<ResourceType, ListerWatcher> open;

    /**
     * A source of one namespace.
     *
     * @param namespace empty for all
     * @param open makes the source of a type that was found
     */
    DiscoveredSource(TypeLookup lookup, String namespace, Function<ResourceType, ListerWatcher> open) {
        this.lookup = lookup;
        this.namespace = namespace;
        this.open = open;
    }

    @Override
    public Future<ListPage> list(ListOptions options, Allowance allowance) {
        return source().compose(source -> source.list(options, allowance))
                .onSuccess(page -> lookup.listed(page.kind()))
                .onFailure(this::lookAgainIfGone);
    }

    @Override
    public Future<WatchStream> watch(WatchOptions options) {
        lookup.watching();
        return source().compose(source -> source.watch(options)).onFailure(this::lookAgainIfGone);
    }

    @Override
    public Future<ResourceVersion> newest() {
        return source().compose(ListerWatcher::newest);
    }

    private Future<ListerWatcher> source() {
        return lookup.type().compose(type -> {
            if (!namespace.isEmpty() && !type.namespaced()) {
                return Future.failedFuture(UpstreamException.of(ApiStatus.of(
                        400,
                        "BadRequest",
                        type + " live in no namespace, so they cannot be limited to " + namespace
                                + ": give them namespaces: [] of their own")));
            }
            return Future.succeededFuture(open.apply(type));
        });
    }

    private void lookAgainIfGone(Throwable failure) {
        if (failure instanceof UpstreamException known && known.reason() == Reason.NOT_FOUND) {
            lookup.forget();
        }
    }
}
