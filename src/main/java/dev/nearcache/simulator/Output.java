package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** The body of an answer, written no faster than the client takes it and at a set pace. One context only. */
final class Output {
    private final HttpServerResponse response;
    private final Timers timers;
    private final Pace pace;
    private final Deque<Supplier<Future<Void>>> dripping = new ArrayDeque<>();
    private Runnable room = () -> {};

    Output(HttpServerResponse response, Timers timers, Pace pace) {
        this.response = response;
        this.timers = timers;
        this.pace = pace;
    }

    boolean full() {
        return !dripping.isEmpty() || response.writeQueueFull();
    }

    /** Whether nothing more can be written: the client left, or the body has ended. */
    boolean closed() {
        return response.closed() || response.ended();
    }

    /** Runs a task once, when there is room again. */
    void whenRoom(Runnable task) {
        room = task;
        response.drainHandler(drained -> makeRoom());
    }

    void write(Buffer data) {
        if (pace.equals(Pace.FULL)) {
            step(() -> response.write(data));
            return;
        }
        for (int at = 0; at < data.length(); at += pace.chunkBytes()) {
            Buffer chunk = data.slice(at, Math.min(data.length(), at + pace.chunkBytes()));
            step(() -> response.write(chunk));
        }
    }

    void end() {
        step(response::end);
    }

    /** Breaks the connection once everything so far is written, without ending the body. */
    void breakOff() {
        step(() -> response.reset());
    }

    private void step(Supplier<Future<Void>> step) {
        if (pace.pause().isZero()) {
            run(step);
            return;
        }
        dripping.add(step);
        if (dripping.size() == 1) {
            timers.schedule(pace.pause(), this::drip);
        }
    }

    private void drip() {
        run(dripping.element());
        dripping.remove();
        if (closed()) {
            dripping.clear();
        } else if (dripping.isEmpty()) {
            makeRoom();
        } else {
            timers.schedule(pace.pause(), this::drip);
        }
    }

    private void run(Supplier<Future<Void>> step) {
        if (!closed()) {
            // A failed write is a client that left; the response's close handler tells those who care.
            step.get().onFailure(left -> {});
        }
    }

    private void makeRoom() {
        Runnable task = room;
        room = () -> {};
        task.run();
    }
}
