package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** One direction of a {@link Flow}: what comes in is held until it is due and taken. */
final class Pipe {
    /** With more held than this, no more is read. */
    private static final int MOST_HELD = 1024 * 1024;

    private final NetSocket from;
    private final NetSocket to;
    private final Flow flow;
    private final Deque<Held> held = new ArrayDeque<>();
    private Passage passage = Passage.STALLED;
    private Timers.Scheduled next = () -> {};
    private int heldBytes;
    private long budget;

    /**
     * A pipe that is stalled.
     *
     * @param budget bytes after which the flow is cut
     */
    Pipe(NetSocket from, NetSocket to, Flow flow, long budget) {
        this.from = from;
        this.to = to;
        this.flow = flow;
        this.budget = budget;
        from.handler(data -> take(data.length(), () -> write(data)));
        from.endHandler(end -> take(0, () -> flow.cut(Cut.END)));
        from.exceptionHandler(broken -> take(0, () -> flow.cut(Cut.BREAK)));
    }

    /**
     * A chunk or an end on its way.
     *
     * @param due when it may pass, by the clock that only goes forward
     * @param bytes its length
     * @param passing lets it pass
     */
    private record Held(long due, int bytes, Runnable passing) {}

    void set(Passage how) {
        passage = how;
        if (how == Passage.VANISHING) {
            held.clear();
            heldBytes = 0;
        }
        move();
    }

    void liftBudget() {
        budget = Long.MAX_VALUE;
    }

    private void take(int bytes, Runnable passing) {
        flow.used();
        if (passage != Passage.VANISHING) {
            held.add(new Held(flow.timers().nanos() + flow.delay().toNanos(), bytes, passing));
            heldBytes += bytes;
            move();
        }
    }

    private void move() {
        next.cancel();
        while (passage == Passage.OPEN && !held.isEmpty() && !to.writeQueueFull()) {
            long early = held.element().due() - flow.timers().nanos();
            if (early > 0) {
                next = flow.timers().schedule(Duration.ofNanos(early), this::move);
                break;
            }
            Held passed = held.remove();
            heldBytes -= passed.bytes();
            passed.passing().run();
        }
        if (to.writeQueueFull()) {
            to.drainHandler(drained -> move());
        }
        if (passage == Passage.STALLED || heldBytes > MOST_HELD || (passage == Passage.OPEN && to.writeQueueFull())) {
            from.pause();
        } else {
            from.resume();
        }
    }

    private void write(Buffer data) {
        // A failed write is an end that left, which its own end tells.
        to.write(data.slice(0, (int) Math.min(budget, data.length()))).onFailure(left -> {});
        budget -= data.length();
        if (budget <= 0) {
            flow.cut(Cut.BREAK);
        }
    }
}
