package dev.nearcache.testing;

import dev.nearcache.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/** Clock and scheduler in one, moved by the test alone: hours pass in a moment, and always the same way. */
public final class ManualTimers implements Timers {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::due).thenComparingLong(Task::number));
    private final Deque<Runnable> deferred = new ArrayDeque<>();
    private long nanos;
    private long count;

    private record Task(long due, long number, Runnable work) {}

    @Override
    public Instant now() {
        return START.plusNanos(nanos);
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public Scheduled schedule(Duration delay, Runnable work) {
        Task task = new Task(nanos + Math.max(0, delay.toNanos()), count++, work);
        tasks.add(task);
        return () -> tasks.remove(task);
    }

    @Override
    public void defer(Runnable task) {
        deferred.add(task);
    }

    /** Runs what was deferred, and what that defers, until nothing is left. */
    public void runDeferred() {
        for (Runnable task = deferred.poll(); task != null; task = deferred.poll()) {
            task.run();
        }
    }

    /** Lets time pass: every task that falls due runs at its own moment. */
    public void advance(Duration span) {
        long end = nanos + span.toNanos();
        runDeferred();
        for (Task next = tasks.peek(); next != null && next.due() <= end; next = tasks.peek()) {
            tasks.remove(next);
            nanos = Math.max(nanos, next.due());
            next.work().run();
            runDeferred();
        }
        nanos = end;
    }

    /** How long it is until each task, the soonest first. */
    public List<Duration> pending() {
        List<Duration> delays = new ArrayList<>();
        tasks.forEach(task -> delays.add(Duration.ofNanos(task.due() - nanos)));
        delays.sort(Comparator.naturalOrder());
        return delays;
    }
}
