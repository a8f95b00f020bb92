package dev.nearcache.upstream;

import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** A watch on one connection, in the test's hand: it says what comes and when, and may fall silent. */
final class FakeCarrier implements Carrier {
    private final Kind kind;
    private Consumer<WatchEvent> onEvent = event -> {
        throw new AssertionError("not started");
    };
    private Consumer<Ending> onClosed = ending -> {};
    private State state = State.NEW;
    private LongConsumer onProof = nanos -> {};
    private final long askedNanos;
    private long chunks;

    /** What proves that its connection is alive. */
    enum Kind {
        /** Nothing. */
        ALONE,
        /** The answers of its connection. */
        LINKED
    }

    private enum State {
        NEW,
        OPEN,
        STOPPED,
        ENDED
    }

    FakeCarrier(Kind kind, long askedNanos) {
        this.kind = kind;
        this.askedNanos = askedNanos;
    }

    @Override
    public void start(Consumer<WatchEvent> eventHandler, Consumer<Ending> closeHandler) {
        if (state == State.NEW) {
            state = State.OPEN;
            onEvent = eventHandler;
            onClosed = closeHandler;
        }
    }

    @Override
    public void stop() {
        if (isHeld()) {
            state = State.STOPPED;
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
    public void onProof(LongConsumer nanos) {
        onProof = nanos;
    }

    @Override
    public boolean linked() {
        return kind == Kind.LINKED;
    }

    @Override
    public void broke() {
        end(Ending.LOST);
    }

    /** A chunk with one event. */
    void send(WatchEvent event) {
        if (state == State.OPEN) {
            chunks++;
            onEvent.accept(event);
        }
    }

    /** A chunk that ends within an event. */
    void sendPart() {
        if (state == State.OPEN) {
            chunks++;
        }
    }

    /** Its connection answers what it was asked at this moment. */
    void answer(long asked) {
        if (state == State.OPEN) {
            onProof.accept(asked);
        }
    }

    void end(Ending ending) {
        if (state == State.OPEN) {
            state = State.ENDED;
            onClosed.accept(ending);
        }
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    boolean isStopped() {
        return state == State.STOPPED;
    }

    /** Whether somebody has it and has neither stopped it nor seen its end. */
    boolean isHeld() {
        return state == State.NEW || state == State.OPEN;
    }
}
