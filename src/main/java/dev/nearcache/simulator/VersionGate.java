package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Holds requests that ask for a version not reached yet, for at most three seconds (kubernetes-api.md 1.3). */
final class VersionGate {
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Timers timers;
    private final NavigableMap<Long, List<Promise<Void>>> waiting = new TreeMap<>(Long::compareUnsigned);
    private long version;

    VersionGate(Timers timers) {
        this.timers = timers;
    }

    void reached(long now) {
        version = now;
        List<List<Promise<Void>>> due =
                new ArrayList<>(waiting.headMap(now, true).values());
        waiting.headMap(now, true).clear();
        due.forEach(promises -> promises.forEach(Promise::tryComplete));
    }

    /** Done when the version is reached; fails with "too large" when patience ends. */
    Future<Void> await(long wanted) {
        if (Long.compareUnsigned(wanted, version) <= 0) {
            return Future.succeededFuture();
        }
        Promise<Void> promise = Promise.promise();
        waiting.computeIfAbsent(wanted, v -> new ArrayList<>()).add(promise);
        Timers.Scheduled limit = timers.schedule(PATIENCE, () -> {
            waiting.getOrDefault(wanted, new ArrayList<>()).remove(promise);
            promise.tryFail(new ApiFailure(StatusBody.tooLarge(wanted, version)));
        });
        return promise.future().onComplete(done -> limit.cancel());
    }
}
