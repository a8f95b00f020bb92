package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.ReflectorState.Idle;
import dev.nearcache.reflector.ReflectorState.Listing;
import dev.nearcache.reflector.ReflectorState.Opening;
import dev.nearcache.reflector.ReflectorState.Pages;
import dev.nearcache.reflector.ReflectorState.Stopped;
import dev.nearcache.reflector.ReflectorState.Waiting;
import dev.nearcache.reflector.ReflectorState.Watching;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.ListPage;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import dev.nearcache.upstream.WatchStream;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Confined to one thread. Keeps a {@link DeltaSink} equal to what a {@link ListerWatcher} shows: lists, watches from the
 * list's version on, watches again when a watch ends, lists again when the history is lost (reflector.md 1.5 to 1.15).
 *
 * <p>It never gives up and never fails: each failure is told to the {@link ReflectorObserver} and has one next move
 * ({@link FailureDisposition}). It never asks at once after a failure but where the table says so.
 */
public final class Reflector {
    private final ListerWatcher source;
    private final DeltaSink sink;
    private final ReflectorSettings settings;
    private final Timers timers;
    private final RandomGenerator random;
    private final ReflectorObserver observer;
    private final Resync resync;

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
        if (left instanceof Waiting waiting) {
            waiting.timer().cancel();
        } else if (left instanceof Watching watching) {
            watching.stream().stop();
        }
    }

    private void cycle() {
        observer.listing();
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
                        onListFailure(listing, failureOf(cause));
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
        sink.replace(pages.items(), pages.version());
        // Only now: a version must not be claimed before the sink has what it stands for.
        position = position.accepted().at(pages.version());
        observer.listed(pages.items().size(), pages.version());
        resync.start();
        watch();
    }

    private void onListFailure(Listing listing, UpstreamException failure) {
        switch (FailureDisposition.of(listing.stage(), failure.reason())) {
            case LIST_NEWEST -> {
                report(listing.stage(), failure, Duration.ZERO);
                position = position.refused();
                list(listing.newest());
            }
            case LIST_WHOLE -> {
                report(listing.stage(), failure, Duration.ZERO);
                list(listing.whole());
            }
            case RELIST, REWATCH -> relist(listing.stage(), failure);
        }
    }

    private void watch() {
        Opening opening = new Opening(position.reflected(), timers.nanos());
        state = opening;
        observer.watchRequested();
        source.watch(new WatchOptions(opening.from(), watchTimeout()))
                .onSuccess(stream -> onOpened(opening, stream))
                .onFailure(cause -> {
                    if (state == opening) {
                        onWatchFailure(Stage.WATCH_OPEN, failureOf(cause));
                    }
                });
    }

    private void onOpened(Opening opening, WatchStream stream) {
        if (state != opening) {
            stream.stop();
            return;
        }
        Watching watching = new Watching(stream, WatchTally.of(opening));
        state = watching;
        observer.watchOpened();
        WatchEvent.Cases<Void> cases = new Applying(watching);
        stream.start(
                event -> {
                    if (state == watching) {
                        event.match(cases);
                    }
                },
                () -> {
                    if (state == watching) {
                        onClosed(watching);
                    }
                });
    }

    private void onClosed(Watching watching) {
        watching.stream().stop();
        if (watching.tally().veryShort(timers.nanos())) {
            onWatchFailure(
                    Stage.WATCH_STREAM,
                    new UpstreamException(
                            Reason.VERY_SHORT_WATCH,
                            "very short watch: closed within a second, without an event",
                            null));
            return;
        }
        observer.watchEnded();
        watch();
    }

    private void onWatchFailure(Stage stage, UpstreamException failure) {
        switch (FailureDisposition.of(stage, failure.reason())) {
            case REWATCH -> waitThen(stage, failure, this::watch);
            case RELIST, LIST_NEWEST, LIST_WHOLE -> relist(stage, failure);
        }
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
        report(stage, failure, delay);
    }

    private void report(Stage stage, UpstreamException failure, Duration delay) {
        String message = failure.getMessage();
        observer.failed(new ReflectorObserver.Failure(
                stage, failure.reason(), message == null ? failure.reason().name() : message, delay));
    }

    private Duration watchTimeout() {
        long least = settings.watchTimeout().toMillis();
        return Duration.ofSeconds((least + (long) (random.nextDouble() * least)) / 1000);
    }

    private static UpstreamException failureOf(Throwable cause) {
        return cause instanceof UpstreamException failure
                ? failure
                : new UpstreamException(Reason.BAD_ANSWER, "unexpected failure: " + cause, cause);
    }

    /** Hands each event of one watch to the sink, and moves the reflected version (reflector.md 1.11). */
    private final class Applying implements WatchEvent.Cases<Void> {
        private final Watching watching;

        Applying(Watching watching) {
            this.watching = watching;
        }

        @Override
        public Void added(KubeObject object) {
            sink.add(object);
            return watching.tally().added() ? reflected(object.resourceVersion()) : nothing();
        }

        @Override
        public Void modified(KubeObject object) {
            watching.tally().changed();
            sink.update(object);
            return reflected(object.resourceVersion());
        }

        @Override
        public Void deleted(KubeObject object) {
            watching.tally().changed();
            sink.delete(object);
            return reflected(object.resourceVersion());
        }

        @Override
        public Void bookmark(ResourceVersion version, boolean initialEventsEnd) {
            watching.tally().changed();
            sink.bookmark(version);
            return reflected(version);
        }

        @Override
        public Void failed(ApiStatus status) {
            watching.stream().stop();
            onWatchFailure(Stage.WATCH_STREAM, UpstreamException.of(status));
            return nothing();
        }

        /** Skipped, not counted, and its version not taken. */
        @Override
        public Void foreign(String description) {
            observer.skipped(description);
            return nothing();
        }

        private Void reflected(ResourceVersion version) {
            position = position.at(version);
            return nothing();
        }

        @SuppressWarnings("NullAway") // Void has no other value
        private Void nothing() {
            return null;
        }
    }
}
