package dev.nearcache.reflector;

import dev.nearcache.reflector.ReflectorState.Opening;
import dev.nearcache.reflector.ReflectorState.Waiting;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.WatchStream;
import dev.nearcache.upstream.WatchStream.Ending;
import java.util.random.RandomGenerator;

/**
 * The part of a cycle after its list: opens watches on from what is reflected, and says what follows when one fails or
 * ends (reflector.md 1.10 to 1.13). Confined to one thread.
 */
final class WatchPhase {
    private final Requests requests;
    private final Owner owner;
    private final ReflectorSettings settings;
    private final Timers timers;
    private final RandomGenerator random;
    private final RestartPace pace;
    private final HistoryCheck history;

    /** The reflector whose watches they are. */
    interface Owner extends Requests.Asker {
        ListPosition position();

        /** A watch is about to be asked for. */
        void watchRequested();

        /** Takes an opened watch, and says which state it is. */
        ReflectorState take(WatchStream stream, Opening opening);

        /** Leaves the present state for the next try of something after the backoff. */
        void retry(Stage stage, UpstreamException failure, Runnable move);

        /** Waits for something, for a reason. */
        void await(Stage stage, UpstreamException failure, Waiting waiting);

        /** The type cannot be watched. */
        void poll(Stage stage, UpstreamException failure);

        /** A new list comes after the backoff. */
        void relist(Stage stage, UpstreamException failure);

        /** The newest version of the server is before ours. */
        void wentBack(ResourceVersion theirs);
    }

    WatchPhase(
            ListerWatcher source,
            Waits waits,
            Owner owner,
            ReflectorSettings settings,
            Timers timers,
            RandomGenerator random) {
        this.requests = new Requests(source, owner);
        this.owner = owner;
        this.settings = settings;
        this.timers = timers;
        this.random = random;
        this.pace = new RestartPace(waits);
        this.history = new HistoryCheck(source, owner::wentBack);
    }

    void begin() {
        Opening opening = new Opening(owner.position().reflected(), timers.nanos());
        owner.watchRequested();
        requests.watch(
                opening,
                WatchOptions.after(opening.from(), settings.watchTimeout(random)),
                stream -> compare(opening.from(), owner.take(stream, opening)),
                failure -> failed(Stage.WATCH_OPEN, failure));
    }

    /** A list has shown the server's history. */
    void listed() {
        history.listed();
    }

    /** The request for a watch, or the watch itself, failed. */
    void failed(Stage stage, UpstreamException failure) {
        if (failure.unanswered()) {
            history.lost();
        }
        pace.failed();
        switch (FailureDisposition.of(stage, failure.reason())) {
            case REWATCH -> owner.retry(stage, failure, this::begin);
            case POLL -> owner.poll(stage, failure);
            case RELIST, LIST_NEWEST, LIST_WHOLE, STREAM, STREAM_NEWEST, LIST_INSTEAD -> owner.relist(stage, failure);
        }
    }

    /** A watch has ended, and its state been left: the next follows at once, unless it was too brief. */
    void ended(WatchEnd end) {
        if (end.ending() == Ending.LOST) {
            history.lost();
        }
        pace.after(end, this::begin)
                .ifPresentOrElse(
                        waiting -> owner.await(Stage.WATCH_STREAM, RestartPace.tooBrief(), waiting), this::begin);
    }

    /** A watch tells again what came before what it was asked for. */
    void repeats(ReflectorState watching) {
        history.lost();
        compare(owner.position().reflected(), watching);
    }

    private void compare(ResourceVersion ours, ReflectorState watching) {
        history.opened(ours, () -> owner.isIn(watching));
    }
}
