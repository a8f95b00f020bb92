package dev.nearcache.twin;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.time.Timers;
import java.time.Duration;
import java.time.Instant;

/**
 * Timers by a play's virtual clock: 250 times shorter than asked for, which leaves a slow machine 120 ms for a stream
 * that is taken for endless after 30 s. Confined to the reflector's thread.
 */
final class PlayTimers implements Timers {
    private static final int QUICKENING = 250;

    private final Timers real;
    private final Play play;
    private Duration last = Duration.ZERO;

    PlayTimers(Timers real, Play play) {
        this.real = real;
        this.play = play;
    }

    @Override
    public Instant now() {
        return real.now();
    }

    @Override
    public long nanos() {
        return play.now().toNanos();
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable task) {
        last = delay;
        return real.schedule(delay.dividedBy(QUICKENING), task);
    }

    @Override
    public void defer(Runnable task) {
        real.defer(task);
    }

    /** Notes each wait that a reflector tells of, which must be the one that it has just asked for. */
    ReflectorObserver observer() {
        return failure -> {
            if (!failure.delay().isZero()) {
                play.waited(failure.delay().equals(last) ? failure.delay() : Duration.ofNanos(-1));
            }
        };
    }
}
