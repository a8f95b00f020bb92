package dev.nearcache.time;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/** {@link Timers} on a Vert.x context: every task runs there. */
public final class VertxTimers implements Timers {
    /** No process lives longer; far beyond it, milliseconds would overflow. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final Vertx vertx;
    private final Context context;

    /** Timers of the context that calls this, or of a new one if none does. */
    public VertxTimers(Vertx vertx) {
        this.vertx = vertx;
        this.context = vertx.getOrCreateContext();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        long millis = Math.max(1, delay.compareTo(LONGEST) > 0 ? LONGEST.toMillis() : delay.toMillis());
        AtomicBoolean due = new AtomicBoolean(true);
        // The flag closes the gap between a timer that fired and its turn on the context: a call-off in between holds.
        long id = vertx.setTimer(
                millis,
                fired -> context.runOnContext(ignored -> {
                    if (due.getAndSet(false)) {
                        task.run();
                    }
                }));
        return () -> {
            due.set(false);
            vertx.cancelTimer(id);
        };
    }

    @Override
    public void defer(Runnable task) {
        context.runOnContext(ignored -> task.run());
    }
}
