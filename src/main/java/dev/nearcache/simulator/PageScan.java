package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;

/** Finds the objects of a page; in slices, since selecting means parsing. */
final class PageScan {
    /** Objects judged in one turn: some 5 ms. */
    private static final int SLICE = 100;

    private final Snapshot snapshot;
    private final Selection selection;
    private final List<SimObject> range;
    private final int limit;
    private final Timers timers;
    private final List<SimObject> found = new ArrayList<>();
    private int at;

    PageScan(Snapshot snapshot, Selection selection, String start, long limit, Timers timers) {
        this.snapshot = snapshot;
        this.selection = selection;
        this.range = snapshot.range(selection.prefix(), selection.prefix() + start);
        this.limit = limit == 0 ? Integer.MAX_VALUE : (int) Math.min(limit, Integer.MAX_VALUE);
        this.timers = timers;
    }

    Future<Page> page() {
        if (selection.wholeNamespace()) {
            at = Math.min(limit, range.size());
            return Future.succeededFuture(page(range.subList(0, at), range.size() - at));
        }
        Promise<Page> promise = Promise.promise();
        slice(promise);
        return promise.future();
    }

    private void slice(Promise<Page> promise) {
        int to = Math.min(range.size(), at + SLICE);
        while (at < to && found.size() < limit) {
            SimObject object = range.get(at++);
            if (selection.matches(object)) {
                found.add(object);
            }
        }
        if (at == range.size() || found.size() == limit) {
            promise.complete(page(found, 0));
        } else {
            timers.defer(() -> slice(promise));
        }
    }

    /** A page is cut only where another key follows, whether it matches or not (kubernetes-api.md 2.3). */
    private Page page(List<SimObject> objects, int remaining) {
        String token = "";
        if (at < range.size()) {
            String last = objects.get(objects.size() - 1).key();
            token = ContinueToken.after(
                            snapshot.version(),
                            last.substring(selection.prefix().length()))
                    .text();
        }
        return new Page(snapshot.version(), objects, token, remaining);
    }
}
