package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.Seen;
import dev.nearcache.testing.Steps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A client that does not read loses its own stream, and costs nobody else anything. The stall limit is so long that the
 * clients are still there while far more passes them than the heap may grow by.
 */
class SlowClientIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final int EVENTS = 50_000;
    private static final int EVENT_BYTES = 10_000;
    /** So few that the log does not overtake the healthy client, which reads between the batches. */
    private static final int BATCH = 200;

    private static final int LOOK_EVERY = 25 * BATCH;

    private static final long HISTORY_BYTES = 16 << 20;
    /** All events are 500 MB; a queue of them for one client passes this after 8,000 events. */
    private static final long MOST_GROWTH = HISTORY_BYTES + (64 << 20);

    private RunningSidecar running;

    @BeforeEach
    void start() {
        SimulatorSettings settings = SimulatorSettings.quiet()
                .withObjects(Map.of("pods", 100))
                .withHistory(BATCH)
                .withLog(BATCH);
        running = RunningSidecar.start(
                settings, "api: {port: 0, stallLimit: 20s}\nhistory: {bytes: " + HISTORY_BYTES + "}\n", "pods");
        running.awaitSynced();
    }

    @AfterEach
    void stop() {
        running.close();
    }

    @Test
    void clientsThatNeverReadAreEndedWhileTheHeapStaysFlatAndTheirNeighbourHasEverything() throws Exception {
        // Given
        long before = liveHeap();
        CutEventClient healthy =
                new CutEventClient(running.port(), "/v1/stream?resource=pods", 1, () -> Long.MAX_VALUE);
        AtomicInteger progress = new AtomicInteger(-1);
        try (Steps steps = new Steps();
                RawStream deafStream = open("/v1/stream?resource=pods", Map.of("Accept", "text/event-stream"));
                RawStream deafWatch = open("/api/v1/pods?watch=1", Map.of())) {
            assertEquals(200, deafStream.status());
            assertEquals(200, deafWatch.status());
            steps.run(() -> healthy.followUntil(known -> {
                progress.set(known.firstId().isEmpty() ? -1 : known.seen().size());
                return progress.get() >= EVENTS;
            }));
            steps.await(() -> progress.get() == 0);

            // When, Then
            for (int sent = BATCH; sent <= EVENTS; sent += BATCH) {
                RunningSidecar.await(running.simulator().world().burst("pods", BATCH, EVENT_BYTES));
                int all = sent;
                steps.await(() -> progress.get() >= all);
                if (sent % LOOK_EVERY == 0) {
                    assertFlat(before);
                }
            }
            steps.join();
            Await.until(() -> openStreams().isEmpty());
            assertFlat(before);
            assertThrows(IOException.class, deafStream::rest);
            assertThrows(IOException.class, deafWatch::rest);
            assertHasEverything(healthy);
        }
    }

    private void assertHasEverything(CutEventClient client) {
        assertEquals(1, client.connections());
        assertEquals(List.of("SYNCED"), client.marks());
        assertEquals(EVENTS, client.seen().size());
        long last = 0;
        for (Seen change : client.seen()) {
            assertTrue(last < change.version(), () -> change + " is out of order");
            last = change.version();
        }
        Map<String, Long> expected = new HashMap<>();
        RunningSidecar.await(running.simulator().log().snapshot("pods"))
                .forEach((key, identity) -> expected.put(key, identity.version()));
        assertEquals(expected, client.objects());
    }

    private RawStream open(String path, Map<String, String> headers) throws IOException {
        return RawStream.get(running.port(), path, headers, LIMIT);
    }

    private JsonNode openStreams() {
        try {
            return JSON.readTree(running.get("/v1/subscriptions").body()).path("items");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void assertFlat(long before) {
        long growth = liveHeap() - before;
        assertTrue(growth < MOST_GROWTH, () -> "the heap grew by " + growth + " bytes");
    }

    private static long liveHeap() {
        MEMORY.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
