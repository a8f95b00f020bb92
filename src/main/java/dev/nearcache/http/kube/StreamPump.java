package dev.nearcache.http.kube;

import dev.nearcache.time.Timers;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one answer of unknown length as its client takes it. Confined to the event loop of its connection.
 *
 * <p>The source is asked for a piece only while the socket takes more, so what is held for a client is one piece and the
 * socket's queue, whatever it asked for and however slow it is. A client that lets the queue stand full for the stall
 * limit is cut off. All pumps of an event loop have their turns from one {@link Rota}, each a few milliseconds at most.
 */
public final class StreamPump {
    private static final Logger LOG = LoggerFactory.getLogger(StreamPump.class);
    /** Of one turn. */
    private static final long SLICE_NANOS = 4_000_000;

    /** The socket's queue tells only between turns whether it is full, so a turn may write no more than this. */
    private static final int TURN_BYTES = 256 * 1024;

    /** What is written. */
    public interface Source {
        /**
         * The next piece, some tens of kilobytes at most unless one object is larger; perhaps nothing. It may be written
         * for others, too, so nobody changes it.
         */
        Piece next();
    }

    /** What is written for one client alone. */
    public interface Filler extends Source {
        /** Appends the next piece. */
        Progress fill(Buffer out);

        @Override
        default Piece next() {
            Buffer out = Buffer.buffer();
            Progress progress = fill(out);
            return new Piece(out, progress);
        }
    }

    /** Bytes to write, and what comes after them. */
    public record Piece(Buffer bytes, Progress progress) {}

    /** What a source has after a piece. */
    public enum Progress {
        /** More is there already. */
        MORE,
        /** Nothing until {@link #wake} is called. */
        CAUGHT_UP,
        /** Nothing ever; the answer ends. */
        DONE
    }

    private enum State {
        NEW,
        WAITING,
        DUE,
        BLOCKED,
        ENDED
    }

    private final Outlet outlet;
    private final Timers timers;
    private final Rota rota;
    private final Duration stallLimit;
    private final Source source;
    private final Consumer<StreamEnd> ended;
    private State state = State.NEW;
    private Timers.Scheduled stall = () -> {};

    StreamPump(Outlet outlet, Timers timers, Rota rota, Duration stallLimit, Source source, Consumer<StreamEnd> ended) {
        this.outlet = outlet;
        this.timers = timers;
        this.rota = rota;
        this.stallLimit = stallLimit;
        this.source = source;
        this.ended = ended;
        outlet.whenGone(() -> finish(StreamEnd.CLIENT_GONE));
    }

    /**
     * Goes on writing, unless it is doing so or the client is behind: a hint that may come at any time.
     *
     * <p>The first piece is written at once, not in a later turn: what a request has made to wait must count in the
     * {@link Backlog} before the next request is let in, or a thousand are let in before the first of them counts.
     */
    public void wake() {
        switch (state) {
            case NEW -> pump();
            case WAITING -> takeTurn();
            case DUE, BLOCKED, ENDED -> {}
        }
    }

    /** Ends the answer as a whole one, unless the client is behind and would not see it. */
    public void end() {
        if (state == State.BLOCKED) {
            cutOff();
        } else if (state != State.ENDED) {
            finish(StreamEnd.COMPLETE);
            Timers.Scheduled late = timers.schedule(stallLimit, outlet::abort);
            outlet.end().onFailure(this::failed).onComplete(sent -> late.cancel());
        }
    }

    /** Whether the client takes what is written, so that a little more may be added out of turn. */
    public boolean isWritable() {
        return state != State.BLOCKED && state != State.ENDED && !outlet.isFull();
    }

    /** Writes a few bytes that belong to no piece, such as a heartbeat; only while {@link #isWritable}. */
    public void write(Buffer few) {
        outlet.write(few).onFailure(this::failed);
    }

    private void takeTurn() {
        state = State.DUE;
        rota.add(this::turn);
    }

    private void turn() {
        if (state == State.DUE) {
            pump();
        }
    }

    private void pump() {
        try {
            writePieces();
        } catch (RuntimeException broken) {
            LOG.atError().setCause(broken).log("a response could not be written to its end; it is cut off");
            cutShort();
        } catch (Error broken) {
            // No memory, or no stack: the client must not wait for ever, and whoever looks after such failures must
            // know.
            cutShort();
            throw broken;
        }
    }

    /** To go on would leave out what could not be written, and nobody would know. */
    private void cutShort() {
        finish(StreamEnd.FAILED);
        outlet.abort();
    }

    private void writePieces() {
        long sliceEnd = timers.nanos() + SLICE_NANOS;
        int written = 0;
        state = State.WAITING;
        while (state == State.WAITING) {
            if (outlet.isFull()) {
                block();
                return;
            }
            Piece piece = source.next();
            if (piece.bytes().length() > 0) {
                written += piece.bytes().length();
                write(piece.bytes());
            }
            switch (piece.progress()) {
                case DONE -> end();
                case CAUGHT_UP -> {
                    return;
                }
                case MORE -> {
                    if (timers.nanos() >= sliceEnd || written >= TURN_BYTES) {
                        takeTurn();
                    }
                }
            }
        }
    }

    private void block() {
        state = State.BLOCKED;
        stall = timers.schedule(stallLimit, this::cutOff);
        outlet.whenDrained(() -> {
            if (state == State.BLOCKED) {
                stall.cancel();
                takeTurn();
            }
        });
    }

    private void cutOff() {
        if (state == State.ENDED) {
            return;
        }
        LOG.atInfo()
                .addKeyValue("limit", stallLimit)
                .log("a client took nothing for too long; its response is cut off");
        finish(StreamEnd.STALLED);
        outlet.abort();
    }

    private void finish(StreamEnd how) {
        if (state != State.ENDED) {
            state = State.ENDED;
            stall.cancel();
            ended.accept(how);
        }
    }

    private void failed(Throwable cause) {
        LOG.atDebug().addKeyValue("cause", cause.toString()).log("a client went away");
        finish(StreamEnd.CLIENT_GONE);
    }
}
