package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.ReflectorState.Opening;
import dev.nearcache.reflector.ReflectorState.StreamOpening;
import dev.nearcache.reflector.ReflectorState.Streaming;
import dev.nearcache.reflector.ReflectorState.Watching;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.Allowance;
import dev.nearcache.upstream.ApiStatus;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchEvent;
import dev.nearcache.upstream.WatchStream;
import dev.nearcache.upstream.WatchStream.Ending;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * One open watch. What its events and its end mean changes once, when the list that it began with is complete. Confined
 * to one thread.
 */
final class OpenStream implements StreamedList.Outcome, AppliedWatch.Progress {
    /** Longer than a server under load pauses within a list, short beside the minute in which bookmarks come. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** A list that still grows after so many of these may be none: objects that are made now look the same. */
    private static final int MOST_SILENCES = 4;

    private final Owner owner;
    private final WatchStream stream;
    private final WatchTally tally;
    private final DeltaSink sink;
    private final Timers timers;
    private WatchEvent.Cases cases;
    private Consumer<UpstreamException> onFailure;
    private Consumer<Ending> onEnd;
    private ReflectorState mine = new ReflectorState.Idle();
    private Timers.Scheduled limit = () -> {};

    /** The reflector whose watch it is. */
    interface Owner extends Requests.Asker {
        /** Changes are coming from now on. */
        void watching();

        /** The streaming list is complete. */
        void listed(List<KubeObject> objects, ResourceVersion version);

        /** The sink has everything up to this version. */
        void reflected(ResourceVersion version);

        void skipped(String description);

        /** The streaming list failed. */
        void listFailed(int attempt, UpstreamException failure);

        /** The watch ended, as watches do, before its list was complete. */
        void listCutShort(int attempt);

        void watchFailed(UpstreamException failure);

        void watchEnded(WatchEnd end);

        /** A watch tells again what came before what it was asked for. */
        void repeats(ReflectorState watching);
    }

    private OpenStream(Owner owner, WatchStream stream, WatchTally tally, DeltaSink sink, Timers timers) {
        this.owner = owner;
        this.stream = stream;
        this.tally = tally;
        this.sink = sink;
        this.timers = timers;
        // Until it is taken as the one or the other.
        this.cases = new StreamedList(tally, Allowance.UNLIMITED, this);
        this.onFailure = owner::watchFailed;
        this.onEnd = ending -> {};
    }

    /** Takes a stream as a watch from the start. */
    static void watch(Owner owner, WatchStream stream, Opening opening, DeltaSink sink, Timers timers) {
        OpenStream open = new OpenStream(owner, stream, WatchTally.of(opening), sink, timers);
        open.watch(opening.from());
        open.start();
    }

    /** Takes a stream as a list first. */
    static void list(
            Owner owner,
            WatchStream stream,
            StreamOpening opening,
            Allowance allowance,
            DeltaSink sink,
            Timers timers) {
        OpenStream open = new OpenStream(owner, stream, WatchTally.since(opening.startNanos()), sink, timers);
        open.list(opening.attempt(), allowance);
        open.start();
    }

    private void watch(ResourceVersion from) {
        AppliedWatch changes = new AppliedWatch(from, tally, sink, this);
        cases = changes;
        onFailure = owner::watchFailed;
        onEnd = ending -> owner.watchEnded(new WatchEnd(ending, tally.age(timers.nanos()), changes.news()));
        enter(new Watching(stream));
        owner.watching();
    }

    private void list(int attempt, Allowance allowance) {
        StreamedList list = new StreamedList(tally, allowance, this);
        cases = list;
        onFailure = failure -> owner.listFailed(attempt, failure);
        onEnd = ending -> owner.listCutShort(attempt);
        enter(new Streaming(stream, () -> {
            limit.cancel();
            allowance.close();
        }));
        expectGrowth(list, MOST_SILENCES);
    }

    private void enter(ReflectorState next) {
        mine = next;
        owner.enter(next);
    }

    private void start() {
        stream.start(
                event -> {
                    if (owner.isIn(mine)) {
                        event.match(cases);
                    }
                },
                ending -> {
                    if (owner.isIn(mine)) {
                        closed(ending);
                    }
                });
    }

    private void closed(Ending ending) {
        if (tally.veryShort(timers.nanos())) {
            onFailure.accept(new UpstreamException(
                    Reason.VERY_SHORT_WATCH, "very short watch: closed within a second, without an event", null));
        } else {
            onEnd.accept(ending);
        }
    }

    /**
     * A server that never marks the end would keep us waiting for ever: a list that does not grow is given up, and one
     * that goes on growing in the end. A plain list, which may take as long as it likes, then follows.
     */
    private void expectGrowth(StreamedList list, int most) {
        long before = list.grown();
        limit = timers.schedule(SILENCE, () -> {
            if (list.grown() == before) {
                giveUp("neither a new object nor the end of the list for " + SILENCE.toSeconds() + " s");
            } else if (most == 1) {
                giveUp("no end of the list after "
                        + SILENCE.multipliedBy(MOST_SILENCES).toSeconds() + " s");
            } else {
                expectGrowth(list, most - 1);
            }
        });
    }

    private void giveUp(String why) {
        onFailure.accept(new UpstreamException(Reason.BAD_ANSWER, why, null));
    }

    @Override
    public void complete(List<KubeObject> objects, ResourceVersion version) {
        limit.cancel();
        owner.listed(objects, version);
        tally.listed(timers.nanos());
        watch(version);
    }

    @Override
    public void reflected(ResourceVersion version) {
        owner.reflected(version);
    }

    @Override
    public void repeated() {
        owner.repeats(mine);
    }

    @Override
    public void failed(ApiStatus status) {
        onFailure.accept(UpstreamException.of(status));
    }

    @Override
    public void refused(UpstreamException why) {
        onFailure.accept(why);
    }

    @Override
    public void skipped(String description) {
        owner.skipped(description);
    }
}
