package dev.nearcache.upstream;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A watch that does not trust silence. When nothing has come for a while, it asks for the same watch again, after the
 * last version that came. If the answer's head is there and the old watch is still silent, the new one takes its place:
 * nothing is lost and nothing comes twice, since both begin where the old one fell silent. If the old one spoke, it was
 * alive, and the new one is closed. One that has stayed silent nevertheless is given up.
 *
 * <p>Over HTTP/1.1 this is the only way to know that a quiet watch is alive: a connection whose packets vanish looks as
 * one on which nothing happens, and TCP's own keep-alive is answered by whatever stands between. Over HTTP/2 the
 * connection answers for itself; there this finds a watch that the server has forgotten, and bookmarks, one a minute,
 * make it rare. Confined to one context.
 */
final class RenewedWatch implements WatchStream {
    private static final int TICKS = 8;

    /** A server sends each watch a bookmark a minute; half of this without a word is no ordinary quiet. */
    private static final Duration LONG_SILENCE = Duration.ofMinutes(3);

    private final Function<ResourceVersion, Future<Carrier>> open;
    private final UpstreamObserver observer;
    private final Path path;
    private final Timers timers;
    private final Duration tick;
    private final Consumer<Carrier> nobody = Carrier::stop;
    private final Progress progress;
    private Carrier current;
    private Consumer<WatchEvent> onEvent = event -> {};
    private Consumer<Ending> onClosed = ending -> {};
    private Consumer<Carrier> onRenewal = nobody;
    private Timers.Scheduled next = () -> {};
    private long seen;
    private int silent;

    /**
     * A watch that was opened just now.
     *
     * @param open asks for the same watch after another version
     * @param from where the first begins; none if it begins with all objects
     * @param deadPeer how long one may be silent over HTTP/1.1; half of it passes before another is asked for
     */
    RenewedWatch(
            Timers timers,
            Duration deadPeer,
            Path path,
            Carrier first,
            ResourceVersion from,
            UpstreamObserver observer,
            Function<ResourceVersion, Future<Carrier>> open) {
        this.current = first;
        this.progress = new Progress(from);
        this.observer = observer;
        this.open = open;
        this.path = path;
        this.timers = timers;
        this.tick = deadPeer.dividedBy(TICKS);
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
        current.start(
                event -> {
                    event.match(progress);
                    onEvent.accept(event);
                },
                ending -> {
                    leave();
                    onClosed.accept(ending);
                });
    }

    private void leave() {
        next.cancel();
        onRenewal = nobody;
    }

    private void tick() {
        silent = current.chunks() == seen ? silent + 1 : 0;
        seen = current.chunks();
        next = timers.schedule(tick, this::tick);
        if (progress.reached.isNone()) {
            return;
        }
        int limit = limit();
        if (silent >= limit) {
            path.doubt();
            current.broke();
        } else if (silent == limit / 2) {
            renew();
        }
    }

    /** In ticks: never fewer than may pass over HTTP/1.1, however long the dead peer's limit is. */
    private int limit() {
        return current.linked() ? (int) Math.max(TICKS, LONG_SILENCE.toNanos() / tick.toNanos()) : TICKS;
    }

    private void renew() {
        long asked = timers.nanos();
        long before = current.chunks();
        Consumer<Carrier> mine = renewed -> replace(renewed, asked, before);
        onRenewal = mine;
        open.apply(progress.reached)
                .onSuccess(renewed -> (onRenewal == mine ? mine : nobody).accept(renewed))
                // The old one goes on; if it stays silent, what follows is the reflector's to decide.
                .onFailure(failed -> {});
    }

    private void replace(Carrier renewed, long askedNanos, long chunksBefore) {
        onRenewal = nobody;
        if (current.chunks() != chunksBefore) {
            renewed.stop();
            return;
        }
        current.stop();
        current = renewed;
        seen = renewed.chunks();
        silent = 0;
        observer.proven(askedNanos);
        listen();
    }

    /** How far the watch has come: no version before its events are those of a watch (reflector.md 1.11, step 7). */
    private static final class Progress implements WatchEvent.Cases {
        private ResourceVersion reached;

        Progress(ResourceVersion from) {
            this.reached = from;
        }

        @Override
        public void added(KubeObject object) {
            watched(object);
        }

        @Override
        public void modified(KubeObject object) {
            watched(object);
        }

        @Override
        public void deleted(KubeObject object) {
            watched(object);
        }

        @Override
        public void bookmark(ResourceVersion version, boolean initialEventsEnd) {
            if (initialEventsEnd || !reached.isNone()) {
                reached = version;
            }
        }

        @Override
        public void failed(ApiStatus status) {}

        @Override
        public void unknown(String description, ResourceVersion version) {
            if (!reached.isNone()) {
                reached = version;
            }
        }

        @Override
        public void foreign(String description) {}

        private void watched(KubeObject object) {
            if (!reached.isNone()) {
                reached = object.resourceVersion();
            }
        }
    }
}
