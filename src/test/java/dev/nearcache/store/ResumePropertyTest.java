package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.CacheChecks;
import dev.nearcache.testing.CheckedCaches;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client of one watch may stop after any event, and come back with what it saw last. */
class ResumePropertyTest {
    @RegisterExtension
    final CheckedCaches caches = new CheckedCaches();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void everyVersionThatAClientSeesIsASafePlaceToResume(long seed) {
        // Given
        CacheDriver driver = new CacheDriver(new HistoryLimits(100_000, 1 << 30, Duration.ofHours(1)));
        caches.check(driver.cache);
        randomHistory(new Random(seed), driver);
        EventLog log = driver.cache.log();
        List<CacheEvent> events = CacheChecks.events(log);
        assertTrue(events.size() > 300, "seed " + seed + " has events: " + events.size());
        long floor = log.floor();
        ResourceVersion id = log.floorVersion();
        for (int seen = 1; seen <= events.size(); seen++) {
            CacheEvent last = events.get(seen - 1);
            String where = "seed " + seed + " after " + last;
            // When: a watch of JSON lines comes back with the version of the last event
            List<CacheEvent> repeated = repeated(log, events, floor, seen, last.version(), where);
            // Then: what it gets twice shares that version, and none if the version is the event's alone
            repeated.forEach(event -> assertEquals(last.version(), event.version(), where));
            if (seen == 1 || !events.get(seen - 2).version().equals(last.version())) {
                assertTrue(repeated.isEmpty() || !last.resumable(), where);
            }
            // When: an SSE client comes back with the last id it was given
            id = last.resumable() ? last.reached() : id;
            // Then: what it gets twice had no id
            repeated(log, events, floor, seen, id, where).forEach(event -> assertFalse(event.resumable(), where));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33})
    void oldVersionsAreListedAsTheyWere(long seed) {
        // Given
        CacheDriver driver = new CacheDriver(new HistoryLimits(100_000, 1 << 30, Duration.ofHours(1)));
        caches.check(driver.cache);
        Map<ResourceVersion, PersistentSortedMap<?, ?>> published = new TreeMap<>();
        driver.cache.onChange(() -> {
            CacheState state = driver.cache.state();
            published.put(state.resourceVersion(), state.objects());
        });
        // When
        randomHistory(new Random(seed), driver);
        // Then
        published.remove(ResourceVersion.NONE);
        published.forEach((version, objects) -> assertEquals(
                texts(objects),
                texts(PastObjects.at(driver.cache.state(), driver.cache.log(), version)
                        .map(CacheDriver::undone)
                        .orElseThrow()),
                () -> "seed " + seed + " at " + version));
    }

    private static List<CacheEvent> repeated(
            EventLog log, List<CacheEvent> events, long floor, int seen, ResourceVersion from, String where) {
        Resume resume = log.resumeAfter(from);
        assertTrue(resume instanceof Resume.At, () -> where + ": " + resume);
        int start = (int) (((Resume.At) resume).position() - floor);
        assertTrue(start <= seen, () -> where + " misses events from " + seen + " to " + start);
        return events.subList(start, seen);
    }

    private static String texts(PersistentSortedMap<?, ?> objects) {
        StringBuilder text = new StringBuilder();
        for (var all = objects.first(); all.next(); ) {
            text.append(all.value()).append(' ');
        }
        return text.toString();
    }

    /** A server whose watch breaks now and then; what happens until the next list comes by that list only. */
    private static void randomHistory(Random random, CacheDriver driver) {
        DeltaSink sink = driver.cache.scope("").sink();
        Map<String, KubeObject> server = new TreeMap<>();
        sink.replace(List.of(), version(10));
        driver.run();
        boolean watching = true;
        for (long version = 11; version < 1_000; version++) {
            watching = watching && random.nextInt(15) > 0;
            String name = "a/" + (char) ('a' + random.nextInt(20));
            KubeObject there = server.get(name);
            if (there == null || random.nextInt(3) > 0) {
                String uid = there == null ? "#u" + version : "#" + there.uid();
                KubeObject now = object(name + "@" + version + uid);
                server.put(name, now);
                tell(watching, () -> sink.update(now));
            } else {
                KubeObject last = object(name + "@" + version + "#" + there.uid());
                server.remove(name);
                tell(watching, () -> sink.delete(last));
            }
            if (!watching && random.nextInt(6) == 0) {
                sink.replace(List.copyOf(server.values()), version(version));
                watching = true;
            } else if (watching && random.nextInt(10) == 0) {
                sink.bookmark(version(version));
            }
            if (random.nextInt(4) == 0) {
                driver.run();
            }
        }
        sink.replace(List.copyOf(server.values()), version(1_000));
        driver.run();
    }

    private static void tell(boolean watching, Runnable event) {
        if (watching) {
            event.run();
        }
    }
}
