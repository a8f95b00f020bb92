package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * A watch on one answer that the server keeps open. Confined to the context of the request.
 *
 * <p>What arrives proves nothing of when it was sent: a path may hold bytes back for a minute. Over HTTP/2 the connection's
 * {@link Link} is asked; over HTTP/1.1 nothing can be asked on the connection itself.
 */
final class HttpWatchStream implements Carrier {
    private enum State {
        /** Paused: nothing is delivered. */
        WAITING,
        /** The connection broke while we waited. */
        BROKEN,
        OPEN,
        /** Ended or stopped: nothing is delivered any more. */
        CLOSED
    }

    private final Timers timers;
    private final HttpClientResponse response;
    private final WatchEventDecoder decoder;
    private final UpstreamObserver observer;
    private final Timers.Scheduled limit;
    private final Optional<Link> link;
    private final Link.Follower follower = new Follower();
    private final Path.Expected expected;
    private final long askedNanos;
    private State state = State.WAITING;
    private Consumer<WatchEvent> onEvent = event -> {};
    private Consumer<Ending> onClosed = ending -> {};
    private LongConsumer onProof = nanos -> {};
    private long chunks;

    /**
     * A watch on an answer that is paused.
     *
     * @param askedNanos when it was asked for
     * @param limit when the server ought to have ended it; one that forgets to is ended by us
     */
    HttpWatchStream(
            ApiClient client,
            HttpClientResponse response,
            long askedNanos,
            WatchEventDecoder decoder,
            UpstreamObserver observer,
            Duration limit) {
        this.timers = client.timers();
        this.response = response;
        this.askedNanos = askedNanos;
        this.decoder = decoder;
        this.observer = observer;
        this.limit = timers.schedule(limit, this::broke);
        this.link = client.link(response);
        this.expected = client.path().expect(timers, () -> {
            if (link.isEmpty()) {
                broke();
            }
        });
        link.ifPresent(alive -> alive.follow(follower));
        response.exceptionHandler(failure -> broke());
    }

    @Override
    public void start(Consumer<WatchEvent> eventHandler, Consumer<Ending> closeHandler) {
        onEvent = eventHandler;
        onClosed = closeHandler;
        switch (state) {
            case WAITING -> {
                state = State.OPEN;
                response.handler(this::take);
                response.endHandler(end -> close(Ending.ENDED));
                response.resume();
            }
            case BROKEN -> {
                state = State.OPEN;
                timers.defer(() -> close(Ending.LOST));
            }
            case OPEN -> throw new IllegalStateException("a watch is started once");
            case CLOSED -> {}
        }
    }

    @Override
    public void stop() {
        if (state != State.CLOSED) {
            leave();
            Exchange.reset(response.request());
        }
    }

    @Override
    public long chunks() {
        return chunks;
    }

    @Override
    public long askedNanos() {
        return askedNanos;
    }

    @Override
    public boolean linked() {
        return link.isPresent();
    }

    @Override
    public void onProof(LongConsumer nanos) {
        onProof = nanos;
    }

    @Override
    public void broke() {
        switch (state) {
            case WAITING -> state = State.BROKEN;
            case OPEN -> {
                Exchange.reset(response.request());
                close(Ending.LOST);
            }
            case BROKEN, CLOSED -> {}
        }
    }

    private void take(Buffer chunk) {
        if (state != State.OPEN) {
            return;
        }
        chunks++;
        expected.heard();
        link.ifPresent(Link::heard);
        decoder.feed(chunk.getBytes(), this::deliver);
    }

    /** Hands an event over, and says whether the next one is wanted: nothing follows a failure. */
    private boolean deliver(WatchEvent event) {
        if (state != State.OPEN) {
            return false;
        }
        observer.itemsDecoded(1);
        onEvent.accept(event);
        if (event instanceof WatchEvent.Failed && state == State.OPEN) {
            Exchange.reset(response.request());
            close(Ending.ENDED);
        }
        return state == State.OPEN;
    }

    private void close(Ending ending) {
        if (state == State.OPEN) {
            leave();
            onClosed.accept(ending);
        }
    }

    private void leave() {
        state = State.CLOSED;
        limit.cancel();
        expected.done();
        link.ifPresent(alive -> alive.unfollow(follower));
    }

    /** What the connection tells, on its own context, carried over to ours. */
    private final class Follower implements Link.Follower {
        @Override
        public void proven(long nanos) {
            timers.defer(() -> {
                if (state == State.OPEN) {
                    onProof.accept(nanos);
                }
            });
        }

        @Override
        public void lost() {
            timers.defer(HttpWatchStream.this::broke);
        }
    }
}
