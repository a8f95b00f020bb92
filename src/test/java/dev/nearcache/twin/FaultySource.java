package dev.nearcache.twin;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.WatchStream;
import io.vertx.core.Future;
import java.util.function.UnaryOperator;

/** Asks for something else than it was asked for. */
final class FaultySource implements ListerWatcher {
    private final ListerWatcher right;
    private final UnaryOperator<ListOptions> lists;
    private final UnaryOperator<WatchOptions> watches;

    FaultySource(ListerWatcher right, UnaryOperator<ListOptions> lists, UnaryOperator<WatchOptions> watches) {
        this.right = right;
        this.lists = lists;
        this.watches = watches;
    }

    @Override
    public Future<ListPage> list(ListOptions options, Allowance allowance) {
        return right.list(lists.apply(options), allowance);
    }

    @Override
    public Future<WatchStream> watch(WatchOptions options) {
        return right.watch(watches.apply(options));
    }

    @Override
    public Future<ResourceVersion> newest() {
        return right.newest();
    }
}
