package dev.nearcache.http;

import static dev.nearcache.testing.Objects.object;
import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.SseClient;
import dev.nearcache.testing.SseReader.Event;
import dev.nearcache.time.VertxTimers;
import io.vertx.core.Vertx;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that are cut at any byte, or that never read. */
class StreamsUnderLoadIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    private int start(FedResource resource, Duration stallLimit) {
        return start(resource, stallLimit, Duration.ofSeconds(15));
    }

    private int start(FedResource resource, Duration stallLimit, Duration heartbeat) {
        ApiSettings plain = ApiSettings.onPort(0);
        ApiSettings settings = new ApiSettings(
                plain.address(),
                0,
                Optional.empty(),
                Optional.empty(),
                plain.allowedHosts(),
                heartbeat,
                plain.idleTimeout(),
                stallLimit,
                plain.maxStreams());
        ApiShared shared = new ApiShared(
                settings, new ResourceCatalog(List.of(resource)), new FakeOrigin(), new VertxTimers(vertx));
        return FedApi.start(vertx, shared).port();
    }

    private static void apply(Map<String, String> held, JsonNode event) {
        JsonNode metadata = event.path("object").path("metadata");
        String name = metadata.path("name").asText();
        switch (event.path("type").asText()) {
            case "ADDED", "MODIFIED" ->
                held.put(name, metadata.path("resourceVersion").asText());
            case "DELETED" -> held.remove(name);
            default -> {}
        }
    }

    @Test
    void anEventStreamThatIsCutAnywhereLosesNothing() throws IOException {
        ChangingPods pods = new ChangingPods();
        int port = start(pods.resource(), LIMIT);
        Map<String, String> held = new TreeMap<>();
        String last = "";
        for (int cut = 0; cut < 100; cut++) {
            try (SseClient client = SseClient.open(port, "/v1/stream?resource=pods", last)) {
                client.stream().cutAfter(pods.cut());
                pods.churn();
                last = follow(client, held, last);
            }
        }
        pods.end();
        try (SseClient client = SseClient.open(port, "/v1/stream?resource=pods", last)) {
            while (!held.containsKey("end")) {
                take(client.next(), held);
            }
        }
        pods.assertHeld(held);
    }

    private static String follow(SseClient client, Map<String, String> held, String last) {
        if (last.isEmpty()) {
            held.clear();
        }
        String id = last;
        try {
            while (true) {
                Event event = client.next();
                id = client.reader().lastEventId().isEmpty() && !event.carriesId() ? id : event.id();
                take(event, held);
            }
        } catch (IOException cut) {
            return id;
        }
    }

    private static void take(Event event, Map<String, String> held) throws IOException {
        if (event.name().equals("RESET")) {
            held.clear();
        }
        apply(held, JSON.readTree(event.data()));
    }

    @Test
    void aWatchThatIsCutAnywhereLosesNothing() throws IOException {
        ChangingPods pods = new ChangingPods();
        int port = start(pods.resource(), LIMIT);
        Map<String, String> held = new TreeMap<>();
        String from = "";
        for (int cut = 0; cut < 100; cut++) {
            try (RawStream watch = RawStream.get(port, path(from), Map.of(), LIMIT)) {
                watch.cutAfter(pods.cut());
                pods.churn();
                from = follow(watch, held, from);
            }
        }
        pods.end();
        while (!held.containsKey("end")) {
            try (RawStream watch = RawStream.get(port, path(from), Map.of(), LIMIT)) {
                while (!held.containsKey("end")) {
                    from = step(watch.line(), held);
                }
            } catch (EOFException expired) {
                from = "";
                held.clear();
            }
        }
        pods.assertHeld(held);
    }

    private static String path(String from) {
        return "/api/v1/pods?watch=1&allowWatchBookmarks=1" + (from.isEmpty() ? "" : "&resourceVersion=" + from);
    }

    private static String follow(RawStream watch, Map<String, String> held, String from) {
        String version = from;
        if (from.isEmpty()) {
            held.clear();
        }
        try {
            while (true) {
                version = step(watch.line(), held);
            }
        } catch (IOException cut) {
            return version;
        }
    }

    private static String step(String line, Map<String, String> held) throws IOException {
        JsonNode event = JSON.readTree(line);
        if (event.path("type").asText().equals("ERROR")) {
            held.clear();
            return "";
        }
        apply(held, event);
        return event.at("/object/metadata/resourceVersion").asText();
    }

    @Test
    void aQuietStreamShowsThatItLivesAndMovesItsClientOn() throws IOException {
        // Given
        FedResource pods = FedResource.pods().list(100);
        int port = start(pods, LIMIT, Duration.ofMillis(100));
        try (SseClient client = SseClient.open(port, "/v1/stream?resource=pods", "100")) {
            // When
            pods.feed(sink -> sink.bookmark(ResourceVersion.of(150)));
            // Then
            assertEquals(List.of("BOOKMARK 150"), client.next(1));
            assertTrue(client.reader().comments().contains(" hb"));
        }
    }

    @Test
    void aVersionOfTheFutureIsWaitedForThenReset() throws IOException {
        // Given
        FedResource pods = FedResource.pods().list(100, pod("a", "x", 5));
        int port = start(pods, LIMIT);
        try (SseClient early = SseClient.open(port, "/v1/stream?resource=pods", "103");
                SseClient lost = SseClient.open(port, "/v1/stream?resource=pods", "999")) {
            // When
            pods.feed(sink -> sink.add(pod("a", "y", 103)));
            pods.feed(sink -> sink.add(pod("a", "z", 104)));
            // Then
            assertEquals(List.of("ADDED 104 z@104"), early.next(1));
            assertEquals(List.of("RESET ", "ADDED - x@5"), lost.next(2));
        }
    }

    @Test
    void aWatchGetsBookmarksBeforeItsEnd() throws IOException {
        // Given
        FedResource pods = FedResource.pods().list(100);
        int port = start(pods, LIMIT);
        String query = "/api/v1/pods?watch=1&resourceVersion=100&timeoutSeconds=3&allowWatchBookmarks=true";
        try (RawStream watch = RawStream.get(port, query, Map.of(), LIMIT)) {
            // When
            pods.feed(sink -> sink.bookmark(ResourceVersion.of(150)));
            // Then
            String bookmark = "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":"
                    + "{\"resourceVersion\":\"150\"}}}";
            assertEquals(bookmark, watch.line());
            assertEquals(bookmark, watch.line());
        }
    }

    @Test
    void aClientThatNeverReadsIsCutOffAndCostsNoMemory() throws IOException {
        // Given
        HistoryLimits small = new HistoryLimits(200, 4 << 20, Duration.ofHours(1));
        FedResource pods = new FedResource(FedResource.PODS, ObjectLayout.whole(), small);
        pods.list(100);
        int port = start(pods, Duration.ofSeconds(2));
        String filler = "x".repeat(10_000);
        int events = 20_000;
        try (SseClient healthy = SseClient.open(port, "/v1/stream?resource=pods", "");
                RawStream deaf =
                        RawStream.get(port, "/v1/stream?resource=pods", Map.of("Accept", "text/event-stream"), LIMIT)) {
            assertEquals(200, deaf.status());
            assertEquals(List.of("SYNCED 100"), healthy.next(1));
            long seen = 0;
            // When
            for (int i = 1; i <= events; i++) {
                long version = 100L + i;
                pods.feed(sink -> sink.update(big(version, filler)));
                if (i % 50 == 0) {
                    seen += drain(healthy, version);
                }
            }
            // Then
            assertEquals(events, seen);
            assertTrue(used() < 300L << 20, () -> "heap " + used());
            assertFalse(isOpen(port, 2), "the deaf client is still there");
        }
    }

    private static KubeObject big(long version, String filler) {
        return object("{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"big\",\"namespace\":\"a\","
                + "\"resourceVersion\":\"" + version + "\"},\"spec\":{\"filler\":\"" + filler + "\"}}");
    }

    /** Reads up to a version; the answer is how many events that took. */
    private static long drain(SseClient client, long version) throws IOException {
        long count = 1;
        for (Event event = client.next(); !event.id().equals(Long.toString(version)); event = client.next()) {
            count++;
        }
        return count;
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** Whether so many streams are open, after waiting up to ten seconds for fewer. */
    private static boolean isOpen(int port, int streams) throws IOException {
        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (System.nanoTime() < end) {
            try (RawStream answer = RawStream.get(port, "/v1/subscriptions", Map.of(), LIMIT)) {
                if (JSON.readTree(answer.rest()).path("items").size() < streams) {
                    return false;
                }
            }
        }
        return true;
    }
}
