package dev.nearcache.reflector;

import dev.nearcache.reflector.ReflectorState.StreamOpening;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream;
import java.util.random.RandomGenerator;

/**
 * The beginning of a cycle that asks for a watch which brings all objects first, and what follows when that fails
 * (reflector.md 1.9). Confined to one thread.
 */
final class StreamPhase {
    private static final int ATTEMPTS = 2;

    private final Requests requests;
    private final Owner owner;
    private final ReflectorSettings settings;
    private final Timers timers;
    private final RandomGenerator random;

    /** The reflector whose cycle it is. */
    interface Owner {
        ListPosition position();

        /** Takes an opened watch as one that begins with a list. */
        void take(WatchStream stream, StreamOpening opening);

        /** Leaves the present state for the next try of something after the backoff. */
        void retry(Stage stage, UpstreamException failure, Runnable move);

        /** The server refused our version: the next request is for the newest, at once. */
        void refused(Stage stage, UpstreamException failure);

        /** The plain list comes next, at once. */
        void listPlainly(Stage stage, UpstreamException failure);
    }

    StreamPhase(Requests requests, Owner owner, ReflectorSettings settings, Timers timers, RandomGenerator random) {
        this.requests = requests;
        this.owner = owner;
        this.settings = settings;
        this.timers = timers;
        this.random = random;
    }

    void begin() {
        stream(1);
    }

    private void stream(int attempt) {
        StreamOpening opening = new StreamOpening(attempt, timers.nanos());
        requests.watch(
                opening,
                WatchOptions.listing(owner.position().streamVersion(), settings.watchTimeout(random)),
                stream -> owner.take(stream, opening),
                failure -> failed(Stage.STREAM_OPEN, attempt, failure));
    }

    /** The request for the list, or the list itself, failed. */
    void failed(Stage stage, int attempt, UpstreamException failure) {
        switch (FailureDisposition.of(stage, failure.reason())) {
            case STREAM -> owner.retry(stage, failure, () -> stream(attempt));
            case STREAM_NEWEST -> {
                // To ask at once a second time would be a hot loop (1.20, hazard 1).
                if (owner.position().standing() == ListPosition.Standing.REFUSED) {
                    owner.retry(stage, failure, () -> stream(attempt));
                } else {
                    owner.refused(stage, failure);
                    stream(attempt);
                }
            }
            // Whoever insists on streaming means the types that can be watched.
            case POLL -> owner.listPlainly(stage, failure);
            case LIST_INSTEAD, LIST_NEWEST, LIST_WHOLE, RELIST, REWATCH -> listInstead(stage, failure);
        }
    }

    /** A server that closes early may be restarting, so it is asked once more; a second time, it cannot stream lists. */
    void cutShort(int attempt) {
        UpstreamException failure =
                new UpstreamException(Reason.BAD_ANSWER, "closed before the end of the list was marked", null);
        if (attempt < ATTEMPTS) {
            owner.retry(Stage.STREAM, failure, () -> stream(attempt + 1));
        } else {
            failed(Stage.STREAM, attempt, failure);
        }
    }

    private void listInstead(Stage stage, UpstreamException failure) {
        switch (settings.watchList()) {
            case ALWAYS -> owner.retry(stage, failure, this::begin);
            case AUTO, NEVER -> owner.listPlainly(stage, failure);
        }
    }
}
