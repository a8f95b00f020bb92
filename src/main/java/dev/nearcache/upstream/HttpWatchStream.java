package dev.nearcache.upstream;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.time.Duration;
import java.util.function.Consumer;

/** A watch on an answer that the server keeps open. Confined to the context of the request. */
final class HttpWatchStream implements WatchStream {
    private enum State {
        /** Paused: nothing is delivered. */
        WAITING,
        /** The connection broke while we waited. */
        BROKEN,
        OPEN,
        /** Ended or stopped: nothing is delivered any more. */
        CLOSED
    }

    private final Vertx vertx;
    private final HttpClientResponse response;
    private final WatchEventDecoder decoder;
    private final UpstreamObserver observer;
    private final long limit;
    private State state = State.WAITING;
    private Consumer<WatchEvent> onEvent = event -> {};
    private Runnable onClosed = () -> {};

    /**
     * A watch on an answer that is paused.
     *
     * @param limit when the server ought to have ended it; a connection that is dead without a sign ends then
     */
    HttpWatchStream(
            Vertx vertx,
            HttpClientResponse response,
            WatchEventDecoder decoder,
            UpstreamObserver observer,
            Duration limit) {
        this.vertx = vertx;
        this.response = response;
        this.decoder = decoder;
        this.observer = observer;
        this.limit = vertx.setTimer(limit.toMillis(), fired -> broke());
        response.exceptionHandler(failure -> broke());
        observer.bytesReceived(0);
    }

    @Override
    public void start(Consumer<WatchEvent> eventHandler, Runnable closeHandler) {
        onEvent = eventHandler;
        onClosed = closeHandler;
        switch (state) {
            case WAITING -> {
                state = State.OPEN;
                response.handler(this::take);
                response.endHandler(end -> close());
                response.resume();
            }
            case BROKEN -> {
                state = State.OPEN;
                vertx.runOnContext(later -> close());
            }
            case OPEN -> throw new IllegalStateException("a watch is started once");
            case CLOSED -> {}
        }
    }

    @Override
    public void stop() {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            vertx.cancelTimer(limit);
            Exchange.reset(response.request());
        }
    }

    private void take(Buffer chunk) {
        if (state == State.OPEN) {
            observer.bytesReceived(chunk.length());
            decoder.feed(chunk.getBytes(), this::deliver);
        }
    }

    /** Hands an event over, and says whether the next one is wanted: nothing follows a failure. */
    private boolean deliver(WatchEvent event) {
        if (state != State.OPEN) {
            return false;
        }
        observer.itemsDecoded(1);
        onEvent.accept(event);
        if (event instanceof WatchEvent.Failed) {
            broke();
        }
        return state == State.OPEN;
    }

    /** The connection is of no more use, and whoever listens is told. */
    private void broke() {
        switch (state) {
            case WAITING -> state = State.BROKEN;
            case OPEN -> {
                Exchange.reset(response.request());
                close();
            }
            case BROKEN, CLOSED -> {}
        }
    }

    private void close() {
        if (state == State.OPEN) {
            state = State.CLOSED;
            vertx.cancelTimer(limit);
            onClosed.run();
        }
    }
}
