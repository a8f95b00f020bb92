package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.ReflectorState.Streaming;
import dev.nearcache.reflector.ReflectorState.Watching;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
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

    private final Owner owner;
    private final WatchStream stream;
    private final WatchTally tally;
    private final Timers timers;
    private final AppliedWatch changes;
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

        void watchEnded(Ending ending);
    }

    OpenStream(Owner owner, WatchStream stream, WatchTally tally, DeltaSink sink, Timers timers) {
        this.owner = owner;
        this.stream = stream;
        this.tally = tally;
        this.timers = timers;
        this.changes = new AppliedWatch(tally, sink, this);
        this.cases = changes;
        this.onFailure = owner::watchFailed;
        this.onEnd = owner::watchEnded;
    }

    /** Takes it as a watch from the start. */
    void watch() {
        enter(new Watching(stream));
        owner.watching();
        start();
    }

    /** Takes it as a list first. */
    void list(int attempt) {
        StreamedList list = new StreamedList(tally, this);
        cases = list;
        onFailure = failure -> owner.listFailed(attempt, failure);
        onEnd = ending -> owner.listCutShort(attempt);
        enter(new Streaming(stream, () -> limit.cancel()));
        expectGrowth(list);
        start();
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

    /** A server that never marks the end would keep us waiting for ever: a list that does not grow is given up. */
    private void expectGrowth(StreamedList list) {
        long before = list.added();
        limit = timers.schedule(SILENCE, () -> {
            if (list.added() > before) {
                expectGrowth(list);
            } else {
                onFailure.accept(new UpstreamException(
                        Reason.BAD_ANSWER,
                        "neither an object nor the end of the list for " + SILENCE.toSeconds() + " s",
                        null));
            }
        });
    }

    @Override
    public void complete(List<KubeObject> objects, ResourceVersion version) {
        limit.cancel();
        cases = changes;
        onFailure = owner::watchFailed;
        onEnd = owner::watchEnded;
        owner.listed(objects, version);
        tally.listed(timers.nanos());
        enter(new Watching(stream));
        owner.watching();
    }

    @Override
    public void reflected(ResourceVersion version) {
        owner.reflected(version);
    }

    @Override
    public void failed(ApiStatus status) {
        onFailure.accept(UpstreamException.of(status));
    }

    @Override
    public void skipped(String description) {
        owner.skipped(description);
    }
}
