package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.time.Timers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Turns that take time, on an event loop that a test drives task by task. */
class RotaTest {
    private final Loop loop = new Loop();
    private final Rota rota = new Rota(loop);
    private final List<String> turns = new ArrayList<>();

    /** An event loop whose clock moves by what its tasks say that they take. */
    private static final class Loop implements Timers {
        final Deque<Runnable> tasks = new ArrayDeque<>();
        final Deque<Runnable> timers = new ArrayDeque<>();
        long nanos;

        void take(Duration span) {
            nanos += span.toNanos();
        }

        /** @return how long the next task took; it came from the queue, or else from a timer */
        Duration runOne() {
            long before = nanos;
            Runnable task = tasks.isEmpty() ? timers.remove() : tasks.remove();
            task.run();
            return Duration.ofNanos(nanos - before);
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Scheduled schedule(Duration delay, Runnable task) {
            timers.add(task);
            return () -> timers.remove(task);
        }

        @Override
        public void defer(Runnable task) {
            tasks.add(task);
        }
    }

    private Runnable turn(String name, Duration span) {
        return () -> {
            turns.add(name);
            loop.take(span);
        };
    }

    @Test
    void whoHasMoreComesAgainAfterAllOthers() {
        // Given
        Runnable[] busy = new Runnable[1];
        busy[0] = () -> {
            turns.add("busy");
            rota.add(busy[0]);
        };
        rota.add(busy[0]);
        rota.add(turn("a", Duration.ZERO));
        rota.add(turn("b", Duration.ZERO));

        // When
        loop.runOne();
        loop.runOne();

        // Then: between its turns was a task of its own
        assertEquals(List.of("busy", "a", "b", "busy"), turns);
    }

    @Test
    void aTaskIsShortHoweverManyWait() {
        // Given
        for (int i = 0; i < 1000; i++) {
            rota.add(turn("one", Duration.ofMillis(1)));
        }

        // When
        Duration longest = Duration.ZERO;
        while (!loop.tasks.isEmpty() || !loop.timers.isEmpty()) {
            Duration span = loop.runOne();
            longest = longest.compareTo(span) < 0 ? span : longest;
        }

        // Then
        assertEquals(1000, turns.size());
        assertEquals(Duration.ofMillis(4), longest);
    }

    @Test
    void socketsHaveTheirTurnAfterSomeTasks() {
        // Given
        for (int i = 0; i < 20; i++) {
            rota.add(turn("one", Duration.ofMillis(1)));
        }

        // When: as long as a task puts the next one into the queue
        while (!loop.tasks.isEmpty()) {
            loop.runOne();
        }

        // Then: it is a timer that goes on
        assertEquals(8, turns.size());
        assertEquals(1, loop.timers.size());
    }

    @Test
    void oneThatFailsCostsTheOthersNothing() {
        // Given
        rota.add(() -> {
            throw new IllegalStateException("broken");
        });
        rota.add(turn("next", Duration.ZERO));

        // When
        assertThrows(IllegalStateException.class, loop::runOne);
        loop.runOne();

        // Then
        assertEquals(List.of("next"), turns);
    }
}
