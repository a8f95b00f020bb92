package dev.nearcache.http.kube;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.function.IntConsumer;

/**
 * The body of an answer of the API server as a pump writes it: the next piece is asked for when the one before is
 * written, so that no more than one is held. Confined to the event loop of its connection.
 */
final class RelayedBody implements StreamPump.Filler {
    private final ReadStream<Buffer> body;
    private final IntConsumer sent;
    private Buffer piece = Buffer.buffer();
    private Runnable wake = () -> {};
    private Pump pump = Pump.WAITING;
    private State state = State.OPEN;

    private enum State {
        OPEN,
        ENDED,
        BROKEN,
        LEFT
    }

    /** What the pump does meanwhile. */
    private enum Pump {
        /** It is to be woken when there is something. */
        WAITING,
        /** It is asking, and sees by itself what there is at once. */
        ASKING
    }

    /** @param sent is told how many bytes each piece has that is written */
    RelayedBody(ReadStream<Buffer> body, IntConsumer sent) {
        this.body = body;
        this.sent = sent;
    }

    /**
     * Begins to read.
     *
     * @param onMore runs when there is something to write, or nothing any more
     * @param onBroken runs if the body breaks off: what was written is not the whole
     */
    void start(Runnable onMore, Runnable onBroken) {
        wake = onMore;
        body.exceptionHandler(failure -> {
            if (state == State.OPEN) {
                state = State.BROKEN;
                onBroken.run();
            }
        });
        body.endHandler(end -> {
            state = State.ENDED;
            tell();
        });
        body.handler(more -> {
            piece.appendBuffer(more);
            tell();
        });
        body.fetch(1);
    }

    /** Reads no more, and says whether there may have been more. */
    boolean leave() {
        boolean open = state == State.OPEN;
        state = State.LEFT;
        return open;
    }

    @Override
    public StreamPump.Progress fill(Buffer out) {
        out.appendBuffer(piece);
        sent.accept(piece.length());
        piece = Buffer.buffer();
        if (state == State.OPEN) {
            pump = Pump.ASKING;
            body.fetch(1);
            pump = Pump.WAITING;
        }
        if (piece.length() > 0) {
            return StreamPump.Progress.MORE;
        }
        return state == State.ENDED ? StreamPump.Progress.DONE : StreamPump.Progress.CAUGHT_UP;
    }

    private void tell() {
        if (pump == Pump.WAITING) {
            wake.run();
        }
    }
}
