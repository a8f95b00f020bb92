package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.time.Timers;
import java.time.Duration;

/**
 * Asks the sink, again and again, to look at every object, while a cycle watches (reflector.md 1.12). Confined to one
 * thread. The next turn is set after the last one is done: the period is a gap, not a rate. Never talks to the server.
 */
final class Resync {
    private static final Timers.Scheduled NOT_RUNNING = () -> {};

    private final Timers timers;
    private final Duration period;
    private final DeltaSink sink;
    private Timers.Scheduled next = NOT_RUNNING;

    Resync(Timers timers, Duration period, DeltaSink sink) {
        this.timers = timers;
        this.period = period;
        this.sink = sink;
    }

    void start() {
        stop();
        if (!period.isZero()) {
            next = timers.schedule(period, this::turn);
        }
    }

    void stop() {
        next.cancel();
        next = NOT_RUNNING;
    }

    private void turn() {
        sink.resync();
        next = timers.schedule(period, this::turn);
    }
}
