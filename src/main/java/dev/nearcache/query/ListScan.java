package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes one page out of one state, in slices, so that a scan of 100,000 objects never holds its event loop. */
final class ListScan {
    private static final long SLICE_NANOS = 4_000_000;
    private static final int BETWEEN_LOOKS_AT_THE_CLOCK = 64;

    private final Snapshot snapshot;
    private final ResourceVersion version;
    private final Selection selection;
    private final long limit;
    private final ObjectKey start;
    private final Candidates candidates;
    private final List<KubeObject> page = new ArrayList<>();

    ListScan(Snapshot snapshot, ResourceVersion version, Selection selection, long limit, ObjectKey start) {
        this.snapshot = snapshot;
        this.version = version;
        this.selection = selection;
        this.limit = limit;
        this.start = start;
        this.candidates = selection.candidates(snapshot, start);
    }

    Future<ListResult> run(Timers timers) {
        Promise<ListResult> promise = Promise.promise();
        slice(timers, promise);
        return promise.future();
    }

    private void slice(Timers timers, Promise<ListResult> promise) {
        long end = timers.nanos() + SLICE_NANOS;
        while (timers.nanos() < end) {
            for (int i = 0; i < BETWEEN_LOOKS_AT_THE_CLOCK; i++) {
                if (!candidates.next()) {
                    promise.complete(lastPage());
                    return;
                }
                // One more key in range is what makes a full page have a successor, matching or not.
                if (limit > 0 && page.size() == limit) {
                    promise.complete(fullPage());
                    return;
                }
                if (selection.matches(candidates.object())) {
                    page.add(candidates.object());
                }
            }
        }
        timers.defer(() -> slice(timers, promise));
    }

    private ListResult lastPage() {
        return new ListResult(page, version, Optional.empty(), OptionalLong.empty());
    }

    private ListResult fullPage() {
        ObjectKey last = page.get(page.size() - 1).key();
        ContinueToken next = ContinueToken.after(last, selection.namespace(), version.value());
        OptionalLong remaining = selection.isWhole()
                ? OptionalLong.of(selection.inRange(snapshot, start) - (long) page.size())
                : OptionalLong.empty();
        return new ListResult(page, version, Optional.of(next), remaining);
    }
}
