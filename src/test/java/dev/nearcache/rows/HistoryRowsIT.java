package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.rows.Watched.Event;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.Objects;
import dev.nearcache.testing.RawStream;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the history still covers (kubernetes-api.md 7.8, and 7.6 #29), on a cache that holds as much as a row says: of a real
 * server neither the buffer's size nor its versions can be chosen.
 */
class HistoryRowsIT {
    /** Columns: row; events held at most; list, as its version and the objects'; later versions; start; what is told. */
    private static final String ROWS = """
            7.8 #1 | 100 | 9: 5 9     |             | 8  | 410
            7.8 #1 | 100 | 9: 5 9     |             | 9  |
            7.8 #1 | 100 | 9: 5 9     | 12          | 9  | 12
            7.8 #2 | 100 | 2:         | 3           | 1  | 410
            7.8 #2 | 100 | 2:         | 3           | 2  | 3
            7.8 #3 | 100 | 2:         | 3 4 5       | 1  | 410
            7.8 #3 | 100 | 2:         | 3 4 5       | 3  | 4 5
            7.8 #4 | 5   | 2:         | 3 4 5 6 7 8 9 | 3 | 410
            7.8 #4 | 5   | 2:         | 3 4 5 6 7 8 9 | 4 | 5 6 7 8 9
            7.8 #5 | 100 | 9: 9       | -10         | 9  | -10
            7.8 #6 | 3   | 10:        | 20 30 40 50 | 15 | 410
            7.8 #6 | 3   | 10:        | 20 30 40 50 | 29 | 30 40 50
            7.8 #7 | 100 | 9: 5 6 7 8 9 |           | 8  | 410
            7.8 #7 | 100 | 9: 5 6 7 8 9 |           | 9  |
            7.8 #7 | 100 | 9: 5 6 7 8 9 |           | 10 |
            """;

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int WATCHERS = 100;

    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    @ParameterizedTest(name = "{0}: since {4} after {3}")
    @CsvSource(delimiter = '|', textBlock = ROWS, emptyValue = "", nullValues = "null")
    void theFacadeRemembers(String row, int events, String list, String later, long start, String told) {
        // Given
        FedResource pods = new FedResource(
                FedResource.PODS, ObjectLayout.whole(), new HistoryLimits(events, 1L << 30, Duration.ofHours(1)));
        String[] parts = list.split(":", 2);
        pods.list(
                Long.parseLong(parts[0]),
                versions(parts[1]).map(version -> pod("p" + version, version)).toArray(KubeObject[]::new));
        versions(later == null ? "" : later).forEach(version -> write(pods, version));

        // When
        try (Watched watch = watch(FedApi.start(vertx, pods).port(), start + "&timeoutSeconds=1")) {
            // Then
            List<String> shown = watch.rest().stream().map(HistoryRowsIT::shown).toList();
            assertEquals(told == null ? "" : told, String.join(" ", shown));
        }
    }

    /** 7.6 #29: watches outlive a list here; what it found is told, so that nobody sees a gap. */
    @Test
    void noWatcherSeesAGapWhenTheCacheIsListedAnew() {
        // Given
        FedResource pods = FedResource.pods().list(1);
        int port = FedApi.start(vertx, pods).port();
        List<Watched> watchers = IntStream.range(0, WATCHERS)
                .mapToObj(any -> watch(port, "1&timeoutSeconds=3"))
                .toList();

        // When
        IntStream.rangeClosed(2, 7).forEach(version -> pods.feed(sink -> sink.add(pod("p" + version, version))));
        pods.list(10, pod("p2", 2), pod("p3", 9), pod("p4", 4), pod("p8", 8));
        IntStream.rangeClosed(12, 17).forEach(version -> pods.feed(sink -> sink.update(pod("p2", version))));

        // Then
        for (Watched watcher : watchers) {
            List<Event> told = watcher.rest();
            Map<String, Long> held = new TreeMap<>();
            long last = 0;
            for (Event event : told) {
                assertTrue(event.version() >= last, told::toString);
                last = event.version();
                if (event.type().equals("DELETED")) {
                    held.remove(event.name());
                } else {
                    held.put(event.name(), last);
                }
            }
            assertEquals(Map.of("p2", 17L, "p3", 9L, "p4", 4L, "p8", 8L), held);
            assertEquals(
                    List.of(12L, 13L, 14L, 15L, 16L, 17L),
                    told.stream()
                            .map(Event::version)
                            .filter(version -> version > 11)
                            .toList());
            watcher.close();
        }
    }

    private static Watched watch(int port, String start) {
        try {
            return Watched.of(RawStream.get(port, "/api/v1/pods?watch=1&resourceVersion=" + start, Map.of(), LIMIT));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static Stream<Long> versions(String text) {
        return Stream.of(text.strip().split(" ", -1))
                .filter(each -> !each.isEmpty())
                .map(Long::valueOf);
    }

    /** A version below zero is that of a deletion. */
    private static void write(FedResource pods, long version) {
        if (version < 0) {
            pods.feed(sink -> sink.delete(pod("p9", -version)));
        } else {
            pods.feed(sink -> sink.update(pod("p", version)));
        }
    }

    private static KubeObject pod(String name, long version) {
        return Objects.pod("history", name, version);
    }

    private static String shown(Event event) {
        return event.code() > 0 ? event.code() + "" : (event.type().equals("DELETED") ? "-" : "") + event.version();
    }
}
