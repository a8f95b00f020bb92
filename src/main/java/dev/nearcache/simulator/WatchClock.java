package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The timers of one watch, which stop with it. */
final class WatchClock {
    private final Timers timers;
    private final List<Timers.Scheduled> once = new ArrayList<>();
    private Timers.Scheduled repeating = () -> {};

    WatchClock(Timers timers) {
        this.timers = timers;
    }

    /** Runs a task after a delay; not at all if the delay is below zero. */
    void at(Duration delay, Runnable task) {
        if (!delay.isNegative()) {
            once.add(timers.schedule(delay, task));
        }
    }

    /** Runs a task again and again. */
    void every(Duration period, Runnable task) {
        repeating = timers.schedule(period, () -> {
            every(period, task);
            task.run();
        });
    }

    void stop() {
        once.forEach(Timers.Scheduled::cancel);
        repeating.cancel();
    }
}
