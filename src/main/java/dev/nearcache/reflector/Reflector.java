package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.ReflectorObserver.Failure;
import dev.nearcache.reflector.ReflectorState.Idle;
import dev.nearcache.reflector.ReflectorState.Listing;
import dev.nearcache.reflector.ReflectorState.Opening;
import dev.nearcache.reflector.ReflectorState.Pages;
import dev.nearcache.reflector.ReflectorState.Stopped;
import dev.nearcache.reflector.ReflectorState.StreamOpening;
import dev.nearcache.reflector.ReflectorState.Waiting;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.WatchStream;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Confined to one thread. Keeps a {@link DeltaSink} equal to what a {@link ListerWatcher} shows: takes a streaming list
 * or a plain one, watches from its version on, watches again when a watch ends, lists again when the history is lost
 * (reflector.md 1.5 to 1.15).
 *
 * <p>It never gives up and never fails: each failure is told to the {@link ReflectorObserver} and has one next move
 * ({@link FailureDisposition}). It never asks at once after a failure but where the table says so.
 */
public final class Reflector {
    private static final int STREAM_ATTEMPTS = 2;

    private final ListerWatcher source;
    private final DeltaSink sink;
    private final ReflectorSettings settings;
    private final Timers timers;
    private final RandomGenerator random;
    private final ReflectorObserver observer;
    private final Resync resync;
    private final OpenStream.Owner onStream = new OnStream();

    private ReflectorState state = new Idle();
    private ListPosition position = ListPosition.START;
    private Backoff backoff;

    public Reflector(
            ListerWatcher source,
            DeltaSink sink,
            ReflectorSettings settings,
            Timers timers,
            RandomGenerator random,
            ReflectorObserver observer) {
        this.source = source;
        this.sink = sink;
        this.settings = settings;
        this.timers = timers;
        this.random = random;
        this.observer = observer;
        this.resync = new Resync(timers, settings.resync(), sink);
        this.backoff = settings.backoff();
    }

    /** Begins, with a list. Does nothing if begun or stopped before: then not one request is sent (1.20, hazard 3). */
    public void start() {
        if (state instanceof Idle) {
            cycle();
        }
    }

    /** Ends for good: closes the watch, calls off every wait; what is still on its way is dropped. */
    public void stop() {
        ReflectorState left = state;
        state = new Stopped();
        resync.stop();
        left.leave();
    }

    private void cycle() {
        observer.listing();
        switch (settings.watchList()) {
            case AUTO, ALWAYS -> stream(1);
            case NEVER -> list();
        }
    }

    private void stream(int attempt) {
        StreamOpening opening = new StreamOpening(attempt, timers.nanos());
        state = opening;
        source.watch(WatchOptions.listing(position.streamVersion(), settings.watchTimeout(random)))
                .onSuccess(stream -> onStreamOpened(opening, stream))
                .onFailure(cause -> {
                    if (state == opening) {
                        onStreamFailure(Stage.STREAM_OPEN, attempt, UpstreamException.from(cause));
                    }
                });
    }

    private void onStreamOpened(StreamOpening opening, WatchStream stream) {
        if (state != opening) {
            stream.stop();
            return;
        }
        new OpenStream(onStream, stream, WatchTally.since(opening.startNanos()), sink, timers).list(opening.attempt());
    }

    private void onStreamFailure(Stage stage, int attempt, UpstreamException failure) {
        state.leave();
        switch (FailureDisposition.of(stage, failure.reason())) {
            case STREAM -> waitThen(stage, failure, () -> stream(attempt));
            case STREAM_NEWEST -> {
                // To ask at once a second time would be a hot loop (1.20, hazard 1).
                if (position.standing() == ListPosition.Standing.REFUSED) {
                    waitThen(stage, failure, () -> stream(attempt));
                } else {
                    observer.failed(Failure.of(stage, failure, Duration.ZERO));
                    position = position.refused();
                    stream(attempt);
                }
            }
            // Whoever insists on streaming means the types that can be watched.
            case POLL -> list();
            case LIST_INSTEAD, LIST_NEWEST, LIST_WHOLE, RELIST, REWATCH -> listInstead(stage, failure);
        }
    }

    /** A server that closes early may be restarting, so it is asked once more; a second time, it cannot stream lists. */
    private void onListCutShort(int attempt) {
        UpstreamException failure = new UpstreamException(
                UpstreamException.Reason.BAD_ANSWER, "closed before the end of the list was marked", null);
        if (attempt < STREAM_ATTEMPTS) {
            state.leave();
            waitThen(Stage.STREAM, failure, () -> stream(attempt + 1));
        } else {
            onStreamFailure(Stage.STREAM, attempt, failure);
        }
    }

    private void listInstead(Stage stage, UpstreamException failure) {
        switch (settings.watchList()) {
            case ALWAYS -> waitThen(stage, failure, this::cycle);
            case AUTO, NEVER -> {
                observer.failed(Failure.of(stage, failure, Duration.ZERO));
                list();
            }
        }
    }

    private void list() {
        list(Listing.begin(position.listVersion(), position.limit(settings.pageSize())));
    }

    private void list(Listing listing) {
        state = listing;
        source.list(listing.options())
                .onSuccess(page -> {
                    if (state == listing) {
                        onPage(listing, page);
                    }
                })
                .onFailure(cause -> {
                    if (state == listing) {
                        onListFailure(listing, UpstreamException.from(cause));
                    }
                });
    }

    private void onPage(Listing listing, ListPage page) {
        if (!page.continueToken().isEmpty()) {
            list(listing.after(page));
            return;
        }
        Pages pages = listing.pages().and(page);
        if (pages.several() && listing.version().equals(ListPosition.ANY_VERSION)) {
            position = position.paged();
        }
        replace(pages.items(), pages.version());
        watch();
    }

    private void replace(List<KubeObject> objects, ResourceVersion version) {
        sink.replace(objects, version);
        // Only now: a version must not be claimed before the sink has what it stands for.
        position = position.accepted().at(version);
        observer.listed(objects.size(), version);
        resync.start();
    }

    private void onListFailure(Listing listing, UpstreamException failure) {
        switch (FailureDisposition.of(listing.stage(), failure.reason())) {
            case LIST_NEWEST -> {
                observer.failed(Failure.of(listing.stage(), failure, Duration.ZERO));
                position = position.refused();
                list(listing.newest());
            }
            case LIST_WHOLE -> {
                observer.failed(Failure.of(listing.stage(), failure, Duration.ZERO));
                list(listing.whole());
            }
            case RELIST, REWATCH, POLL, STREAM, STREAM_NEWEST, LIST_INSTEAD -> {
                position = position.failed(failure.reason());
                relist(listing.stage(), failure);
            }
        }
    }

    private void watch() {
        Opening opening = new Opening(position.reflected(), timers.nanos());
        state = opening;
        observer.watchRequested();
        source.watch(WatchOptions.after(opening.from(), settings.watchTimeout(random)))
                .onSuccess(stream -> onOpened(opening, stream))
                .onFailure(cause -> {
                    if (state == opening) {
                        onWatchFailure(Stage.WATCH_OPEN, UpstreamException.from(cause));
                    }
                });
    }

    private void onOpened(Opening opening, WatchStream stream) {
        if (state != opening) {
            stream.stop();
            return;
        }
        new OpenStream(onStream, stream, WatchTally.of(opening), sink, timers).watch();
    }

    private void onWatchFailure(Stage stage, UpstreamException failure) {
        state.leave();
        switch (FailureDisposition.of(stage, failure.reason())) {
            case REWATCH -> waitThen(stage, failure, this::watch);
            case POLL -> poll(stage, failure);
            case RELIST, LIST_NEWEST, LIST_WHOLE, STREAM, STREAM_NEWEST, LIST_INSTEAD -> relist(stage, failure);
        }
    }

    /** That the type is polled is told as a failure to watch, again at each turn: one day the watch may be offered. */
    private void poll(Stage stage, UpstreamException failure) {
        position = position.refused();
        state = new Waiting(timers.schedule(settings.poll(), this::cycle));
        observer.failed(Failure.of(stage, failure, settings.poll()));
    }

    private void relist(Stage stage, UpstreamException failure) {
        resync.stop();
        waitThen(stage, failure, this::cycle);
    }

    private void waitThen(Stage stage, UpstreamException failure, Runnable move) {
        Backoff.Step step = backoff.next(timers.nanos(), random);
        backoff = step.after();
        // The server's own hint is the least wait; it never shortens ours.
        Duration delay = step.delay().compareTo(failure.retryAfter()) < 0 ? failure.retryAfter() : step.delay();
        state = new Waiting(timers.schedule(delay, move));
        observer.failed(Failure.of(stage, failure, delay));
    }

    /** What becomes of this reflector when something happens on its open watch. */
    private final class OnStream implements OpenStream.Owner {
        @Override
        public boolean isIn(ReflectorState expected) {
            return state == expected;
        }

        @Override
        public void enter(ReflectorState next) {
            state = next;
        }

        @Override
        public void watching() {
            observer.watchOpened();
        }

        @Override
        public void listed(List<KubeObject> objects, ResourceVersion version) {
            replace(objects, version);
        }

        @Override
        public void reflected(ResourceVersion version) {
            position = position.at(version);
        }

        @Override
        public void skipped(String description) {
            observer.skipped(description);
        }

        @Override
        public void listFailed(int attempt, UpstreamException failure) {
            onStreamFailure(Stage.STREAM, attempt, failure);
        }

        @Override
        public void listCutShort(int attempt) {
            onListCutShort(attempt);
        }

        @Override
        public void watchFailed(UpstreamException failure) {
            onWatchFailure(Stage.WATCH_STREAM, failure);
        }

        @Override
        public void watchEnded() {
            state.leave();
            observer.watchEnded();
            watch();
        }
    }
}
