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
import dev.nearcache.reflector.ReflectorState.Watching;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ListerWatcher;
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
    private final Refresh sink;
    private final ReflectorSettings settings;
    private final Timers timers;
    private final ReflectorObserver observer;
    private final Resync resync;
    private final PagedList list;
    private final StreamPhase streaming;
    private final WatchPhase watches;
    private final Waits waits;
    private final Events events = new Events();
    private ReflectorState state = new Idle();
    private ListPosition position = ListPosition.START;

    public Reflector(
            ListerWatcher source,
            DeltaSink sink,
            ReflectorSettings settings,
            Timers timers,
            RandomGenerator random,
            ReflectorObserver observer) {
        this.sink = new Refresh(source, sink, events, settings, timers, random, observer);
        this.list = new PagedList(source, settings.allowances(), events);
        this.waits = new Waits(settings.backoff(), timers, random);
        this.streaming = new StreamPhase(new Requests(source, events), events, settings, timers, random);
        this.watches = new WatchPhase(source, waits, events, settings, timers, random);
        this.settings = settings;
        this.timers = timers;
        this.observer = observer;
        this.resync = new Resync(timers, settings.resync(), sink);
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
        sink.stop();
        left.leave();
    }

    /**
     * What a wait was for has come: it ends within this span, at random, and the backoff begins anew. What the server
     * itself has refused for another reason waits on.
     */
    public void wake(Relief relief, Duration within) {
        state = waits.relieved(state, relief, within);
    }

    /** Lists again beside the watch, at the newest version, without any wait; not while another list is on its way. */
    public void refresh(RefreshCause cause) {
        sink.now(cause);
    }

    /** The sink has let go of everything: it is listed anew, after a wait, whatever goes on now. */
    public void dropped(UpstreamException why) {
        if (!(state instanceof Idle) && !(state instanceof Stopped)) {
            sink.stop();
            events.relist(state instanceof Watching ? Stage.WATCH_STREAM : Stage.LIST, why);
        }
    }

    /** Readers wait for this version: finds out whether it is reached here, though no event has said so. */
    public void seek(ResourceVersion version) {
        state.seek(version);
    }

    private void cycle() {
        sink.stop();
        observer.listing();
        switch (settings.watchList()) {
            case AUTO, ALWAYS -> streaming.begin();
            case NEVER -> list();
        }
    }

    private void list() {
        list.ask(Listing.begin(position.listVersion(), position.limit(settings.pageSize())));
    }

    /** What becomes of this reflector when something happens on its open watch or to its lists. */
    private final class Events
            implements OpenStream.Owner, StreamPhase.Owner, WatchPhase.Owner, PagedList.Outcome, Refresh.Owner {
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
            sink.replace(objects, version);
            // Only now: a version must not be claimed before the sink has what it stands for.
            position = position.accepted().at(version);
            watches.listed();
            observer.listed(objects.size(), version);
            resync.start();
        }

        @Override
        public void reflected(ResourceVersion version) {
            position = position.at(sink.heldAt(version));
        }

        @Override
        public void skipped(String description) {
            observer.skipped(description);
        }

        @Override
        public void listFailed(int attempt, UpstreamException failure) {
            streaming.failed(Stage.STREAM, attempt, failure);
        }

        @Override
        public void listCutShort(int attempt) {
            streaming.cutShort(attempt);
        }

        @Override
        public void watchFailed(UpstreamException failure) {
            watches.failed(Stage.WATCH_STREAM, failure);
        }

        @Override
        public void watchEnded(WatchEnd end) {
            state.leave();
            observer.watchEnded(end.ending());
            watches.ended(end);
        }

        @Override
        public void repeats(ReflectorState watching) {
            watches.repeats(watching);
        }

        @Override
        public void listed(Listing last, Pages pages) {
            if (pages.several() && last.version().equals(ListPosition.ANY_VERSION)) {
                position = position.paged();
            }
            listed(pages.items(), pages.version());
            watches.begin();
        }

        @Override
        public ListPosition position() {
            return position;
        }

        @Override
        public void take(WatchStream stream, StreamOpening opening) {
            OpenStream.list(this, stream, opening, settings.allowances().get(), sink, timers);
        }

        @Override
        public void watchRequested() {
            observer.watchRequested();
        }

        @Override
        public ReflectorState take(WatchStream stream, Opening opening) {
            OpenStream.watch(this, stream, opening, sink, timers);
            return state;
        }

        @Override
        public void retry(Stage stage, UpstreamException failure, Runnable move) {
            state.leave();
            await(stage, failure, waits.after(failure, move));
        }

        @Override
        public void await(Stage stage, UpstreamException failure, Waiting waiting) {
            state = waiting;
            observer.failed(Failure.of(stage, failure, waiting.delay()));
        }

        /** That the type is polled is told as a failure to watch, again at each turn: one day the watch may be offered. */
        @Override
        public void poll(Stage stage, UpstreamException failure) {
            position = position.refused();
            await(stage, failure, waits.until(settings.poll(), Waiting.For.TIME, Reflector.this::cycle));
        }

        @Override
        public void relist(Stage stage, UpstreamException failure) {
            resync.stop();
            retry(stage, failure, Reflector.this::cycle);
        }

        @Override
        public void listPlainly(Stage stage, UpstreamException failure) {
            state.leave();
            observer.failed(Failure.of(stage, failure, Duration.ZERO));
            list();
        }

        @Override
        public void refused(Stage stage, UpstreamException failure) {
            state.leave();
            observer.failed(Failure.of(stage, failure, Duration.ZERO));
            position = position.refused();
        }

        @Override
        public void pagesLost(Listing listing, UpstreamException failure) {
            observer.failed(Failure.of(listing.stage(), failure, Duration.ZERO));
        }

        @Override
        public void failed(Listing listing, UpstreamException failure) {
            position = position.failed(listing.options().version(), failure);
            relist(listing.stage(), failure);
        }

        @Override
        public ResourceVersion reflected() {
            return position.reflected();
        }

        @Override
        public void wentBack(ResourceVersion theirs) {
            UpstreamException failure = HistoryCheck.another(theirs, position.reflected());
            position = position.refused();
            relist(Stage.WATCH_STREAM, failure);
        }
    }
}
