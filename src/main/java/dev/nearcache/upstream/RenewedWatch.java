package dev.nearcache.upstream;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A watch that trusts neither silence nor what comes: how old what it has brought may be is said by questions alone, each
 * dated by its sending. Confined to one context.
 *
 * <p>Over HTTP/1.1 nothing can be asked on a watch's connection, and one whose packets vanish looks as one on which nothing
 * happens; TCP's own keep-alive is answered by whatever stands between. So more than twice in the dead peer's limit
 * something is asked beside it. One that brings nothing is asked for again, after the last version that came: if the
 * answer's head is there and the old watch is still silent, the new one takes its place, and nothing is lost and nothing
 * comes twice, since both begin where the old one fell silent. If nothing follows the head, there was nothing. If the old
 * one spoke, it was alive, and the new one is closed. One that brings something must {@link CatchUp catch up} with the
 * server's newest version.
 *
 * <p>Over HTTP/2 the connection is asked by PING. But a proxy may answer that for a server which is dead, so it counts only
 * for a watch that has brought something since the last bookmark was due; from then on it is asked for again, too.
 *
 * <p>One that stays silent nevertheless is given up.
 */
final class RenewedWatch implements WatchStream {
    private static final int TICKS = 8;
    private static final int HALF = TICKS / 2;

    /** From one question to the next: what is left of the limit is for the answer, and for asking once more. */
    private static final int ASK_TICKS = 3;

    /** What a server that has a past to tell begins with long before this is over. */
    private static final Duration SETTLING = Duration.ofMillis(250);

    /** kube-apiserver sends each watch a bookmark a minute, a second or two late. */
    private static final Duration BOOKMARKS = Duration.ofSeconds(65);

    private final Source source;
    private final UpstreamObserver observer;
    private final Path path;
    private final Timers timers;
    private final Duration tick;
    private final Consumer<Carrier> nobody = Carrier::stop;
    private final WatchProgress progress;
    private final CatchUp catchUp;
    private Carrier current;
    private Consumer<WatchEvent> onEvent = event -> {};
    private Consumer<Ending> onClosed = ending -> {};
    private Consumer<Carrier> onRenewal = nobody;
    private Timers.Scheduled next = () -> {};
    private Timers.Scheduled settling = () -> {};
    private long dueNanos;
    private long seen;
    private int silent;

    /** What can be asked beside a watch. */
    interface Source {
        /** The same watch, after another version; with none, what there is comes first. */
        Future<Carrier> open(ResourceVersion after);

        /** The version that the server's storage has now. */
        Future<ResourceVersion> newest();
    }

    /**
     * A watch that was opened just now.
     *
     * @param deadPeer for how long there may be no proof of life
     * @param progress of the first, which has brought nothing yet
     */
    RenewedWatch(
            Timers timers,
            Duration deadPeer,
            Path path,
            Carrier first,
            WatchProgress progress,
            UpstreamObserver observer,
            Source source) {
        this.current = first;
        this.progress = progress;
        this.observer = observer;
        this.source = source;
        this.path = path;
        this.timers = timers;
        this.tick = deadPeer.dividedBy(TICKS);
        this.catchUp = new CatchUp(timers, progress, source::newest, this::prove);
        this.dueNanos = first.askedNanos() + pause();
    }

    @Override
    public void start(Consumer<WatchEvent> eventHandler, Consumer<Ending> closeHandler) {
        onEvent = eventHandler;
        onClosed = closeHandler;
        next = timers.schedule(tick, this::tick);
        listen();
    }

    @Override
    public void stop() {
        leave();
        current.stop();
    }

    private void listen() {
        current.onProof(this::answered);
        current.start(
                event -> {
                    event.match(progress);
                    onEvent.accept(event);
                    catchUp.came();
                },
                ending -> {
                    leave();
                    onClosed.accept(ending);
                });
    }

    private void leave() {
        next.cancel();
        settling.cancel();
        catchUp.forget();
        onRenewal = nobody;
    }

    private void tick() {
        silent = current.chunks() == seen ? silent + 1 : 0;
        seen = current.chunks();
        next = timers.schedule(tick, this::tick);
        if (progress.listing()) {
            return;
        }
        if (silent >= patience() + HALF) {
            path.doubt();
            current.broke();
        } else if (current.linked() ? silent == patience() : isDue()) {
            question();
        }
    }

    /** In ticks of silence: never fewer than may pass over HTTP/1.1, however long the dead peer's limit is. */
    private int patience() {
        return current.linked() ? (int) Math.max(HALF, -Math.floorDiv(-BOOKMARKS.toNanos(), tick.toNanos())) : HALF;
    }

    private boolean isDue() {
        return timers.nanos() - dueNanos >= 0;
    }

    private long pause() {
        return tick.toNanos() * ASK_TICKS;
    }

    private void question() {
        if (silent > 0) {
            renew();
        } else {
            catchUp.ask();
        }
    }

    private void renew() {
        dueNanos = timers.nanos() + pause();
        long before = current.chunks();
        Consumer<Carrier> mine = renewed -> replace(renewed, before);
        onRenewal = mine;
        source.open(progress.reached())
                .onSuccess(renewed -> (onRenewal == mine ? mine : nobody).accept(renewed))
                // The old one goes on; if it stays silent, what follows is the reflector's to decide.
                .onFailure(failed -> {});
    }

    private void replace(Carrier renewed, long chunksBefore) {
        onRenewal = nobody;
        if (current.chunks() != chunksBefore) {
            dueNanos = timers.nanos();
            renewed.stop();
            return;
        }
        current.stop();
        current = renewed;
        seen = renewed.chunks();
        silent = 0;
        settling.cancel();
        settling = timers.schedule(SETTLING.compareTo(tick) < 0 ? SETTLING : tick, () -> settle(renewed));
        listen();
    }

    /** What was there when it was asked for follows right behind the head; if nothing did, nothing was. */
    private void settle(Carrier renewed) {
        if (renewed.chunks() == 0) {
            catchUp.forget();
            prove(renewed.askedNanos());
        } else {
            dueNanos = timers.nanos();
            catchUp.ask();
        }
    }

    /** The connection has answered. */
    private void answered(long askedNanos) {
        if (silent < patience()) {
            prove(askedNanos);
        }
    }

    private void prove(long askedNanos) {
        dueNanos = Math.max(dueNanos, askedNanos + pause());
        observer.proven(askedNanos);
    }
}
