package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import java.time.Duration;

/** Changes objects at a set rate: the same changes in the same order for the same seed. From any thread. */
public final class Churn {
    private static final Duration TICK = Duration.ofMillis(20);
    private static final double NANOS = 1e9;

    /** Changes due after a stall that are made up for at once; the others are let go. */
    private static final int MOST_AT_ONCE = 500;

    private final Owner owner;
    private final ChurnSteps steps;
    private final Timers timers;
    private Timers.Scheduled next = () -> {};
    private int rate;
    private double due;
    private long last;

    Churn(Owner owner, ChurnSteps steps, Timers timers) {
        this.owner = owner;
        this.steps = steps;
        this.timers = timers;
    }

    /** Sets the changes a second; 0 stops. */
    public Future<Void> rate(int perSecond) {
        return owner.run(() -> set(perSecond));
    }

    /** No change by itself from now on. */
    public Future<Void> stop() {
        return rate(0);
    }

    /** Makes a number of changes now, whatever the rate. */
    public Future<Void> step(int changes) {
        return owner.run(() -> make(changes));
    }

    void set(int perSecond) {
        next.cancel();
        rate = perSecond;
        due = 0;
        last = timers.nanos();
        if (rate > 0) {
            next = timers.schedule(TICK, this::tick);
        }
    }

    private void tick() {
        long now = timers.nanos();
        due = Math.min(MOST_AT_ONCE, due + rate * (now - last) / NANOS);
        last = now;
        int whole = (int) due;
        due -= whole;
        next = timers.schedule(TICK, this::tick);
        make(whole);
    }

    private void make(int changes) {
        for (int i = 0; i < changes; i++) {
            steps.one();
        }
    }
}
