package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.rows.Side.Answer;
import dev.nearcache.rows.Side.Pod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions that are waited for, and caches that hold nothing yet (kubernetes-api.md 7.9). */
class WaitingRowsIT {
    private static final String PODS = "/api/v1/namespaces/waiting/pods";

    @TempDir
    Path directory;

    @Test
    void theFacadeWaits() throws Exception {
        try (Side facade = new Facade()) {
            waits(facade);
        }
    }

    @Tag("testbed")
    @Test
    void theApiServerWaits() throws Exception {
        try (Side real = RealServer.start(directory)) {
            waits(real);
        }
    }

    private static void waits(Side side) throws Exception {
        // 7.9 #1
        long start = side.write(Pod.of("waiting", "a"));
        CompletableFuture<Answer> listed = CompletableFuture.supplyAsync(() -> side.get(since(start + 2)));
        side.write(Pod.of("waiting", "b"));
        long third = side.write(Pod.of("waiting", "c"));
        JsonNode list = listed.get(10, TimeUnit.SECONDS).json();
        assertTrue(version(list) >= start + 2, "7.9 #1");
        assertTrue(list.path("items").size() >= (third == start + 2 ? 3 : 2), "7.9 #1");

        // 7.9 #2
        long elsewhere = side.writeElsewhere();
        JsonNode moved = side.get(since(elsewhere)).json();
        assertTrue(version(moved) >= elsewhere, "7.9 #2");
        assertEquals(3, moved.path("items").size(), "7.9 #2");

        // 7.9 #3
        long began = System.nanoTime();
        Answer late = side.get(since(elsewhere + 1_000_000));
        Duration waited = Duration.ofNanos(System.nanoTime() - began);
        assertEquals(504, late.status(), "7.9 #3");
        assertEquals(
                "ResourceVersionTooLarge",
                late.json().at("/details/causes/0/reason").asText(),
                "7.9 #3");
        assertTrue(waited.compareTo(Duration.ofMillis(2900)) > 0, "7.9 #3");
        assertTrue(waited.compareTo(Duration.ofSeconds(6)) < 0, "7.9 #3");
    }

    /** 7.9 #6. */
    @Test
    void aWatchOfACacheThatHoldsNothingYetIsToldToComeBack() {
        try (Side facade = new Facade()) {
            Answer early = facade.get(PODS + "?watch=1&resourceVersion=0");

            assertEquals(429, early.status());
            assertTrue(early.message().startsWith("storage is (re)initializing"), early::message);
            assertEquals(1, early.json().at("/details/retryAfterSeconds").asInt());
        }
    }

    private static String since(long version) {
        return PODS + "?resourceVersion=" + version;
    }

    private static long version(JsonNode list) {
        return list.at("/metadata/resourceVersion").asLong();
    }
}
