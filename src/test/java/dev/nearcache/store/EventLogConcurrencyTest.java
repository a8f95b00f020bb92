package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers of a small ring under a fast writer get the right events or are told; event p has version p + 1. */
@Timeout(60)
class EventLogConcurrencyTest {
    private static final int EVENTS = 200_000;

    private final EventLog log = new EventLog(new HistoryLimits(100, Long.MAX_VALUE, Duration.ofHours(1)));

    @Test
    void aReaderNeverTakesAWrongEvent() throws Exception {
        // Given
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            // When
            Future<Integer> writing = threads.submit(this::write);
            List<Future<Integer>> readers = threads.invokeAll(List.of((Callable<Integer>) this::follow, this::resume));
            // Then
            assertEquals(EVENTS, writing.get(30, TimeUnit.SECONDS));
            for (Future<Integer> reader : readers) {
                assertTrue(reader.get(30, TimeUnit.SECONDS) > 0);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private int write() {
        Change change = Change.added(object("a/x@1"));
        for (int i = 0; i < EVENTS; i++) {
            log.append(change, version(i + 1), Instant.EPOCH);
            if (i % 3 == 0) {
                log.publish();
            }
        }
        log.publish();
        return EVENTS;
    }

    private int follow() {
        long position = 0;
        int taken = 0;
        while (position < EVENTS) {
            Slice slice = log.read(position, 32);
            if (slice instanceof Slice.Events events) {
                for (CacheEvent event : events.events()) {
                    assertEquals(position, event.position());
                    assertEquals(version(position + 1), event.version());
                    position++;
                    taken++;
                }
                assertEquals(position, events.next());
            } else {
                assertTrue(log.floor() > position, "overrun only if the ring moved on");
                position = log.floor();
            }
        }
        return taken;
    }

    private int resume() {
        int found = 0;
        while (log.end() < EVENTS) {
            long wanted = log.end() - 50;
            Resume resume = log.resumeAfter(version(Math.max(1, wanted)));
            if (resume instanceof Resume.At at) {
                assertEquals(Math.max(1, wanted), at.position());
                found++;
            } else if (resume instanceof Resume.Expired expired) {
                assertTrue(expired.floorVersion().value() > wanted);
            }
        }
        return found + 1;
    }
}
