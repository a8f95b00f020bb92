package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.ROOMY;
import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.testing.CheckedCaches;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rows of reflector.md 5.9 on handlers: here, whoever asks a cache to be woken. */
class ListenersTest {
    @RegisterExtension
    final CheckedCaches caches = new CheckedCaches();

    private final CacheDriver driver = new CacheDriver(ROOMY);
    private final ResourceCache cache = caches.check(driver.cache);

    @Test
    void eachRegistrationIsItsOwn() { // SI-10, SI-11, SI-12, SI-13, SI-18
        // Given: one wake-up registered twice, and one at another cache
        DeltaSink sink = driver.synced();
        AtomicInteger woken = new AtomicInteger();
        Registration first = cache.onChange(woken::incrementAndGet);
        Registration second = cache.onChange(woken::incrementAndGet);
        Registration foreign = new CacheDriver(ROOMY).cache.onChange(woken::incrementAndGet);
        // When, Then
        bookmark(sink, 101);
        assertEquals(2, woken.get());
        foreign.cancel();
        first.cancel();
        first.cancel();
        bookmark(sink, 102);
        assertEquals(3, woken.get());
        second.cancel();
        bookmark(sink, 103);
        assertEquals(3, woken.get());
    }

    private void bookmark(DeltaSink sink, long at) {
        sink.bookmark(version(at));
        driver.run();
    }

    @Test
    void aListenerMayLeaveFromItsOwnCall() { // SI-26
        DeltaSink sink = driver.synced();
        List<Registration> own = new ArrayList<>();
        AtomicInteger woken = new AtomicInteger();
        own.add(cache.onChange(() -> {
            woken.incrementAndGet();
            own.get(0).cancel();
        }));
        // When
        bookmark(sink, 101);
        bookmark(sink, 102);
        // Then
        assertEquals(1, woken.get());
    }

    @Test
    void oneThatFailsCostsNeitherTheOthersNorTheCache() { // SI-23, SI-24, CT-04
        // Given
        DeltaSink sink = driver.synced();
        AtomicInteger woken = new AtomicInteger();
        for (int i = 0; i < 4; i++) {
            cache.onChange(woken::incrementAndGet);
            cache.onChange(() -> {
                throw new IllegalStateException("a test");
            });
        }
        // When
        sink.add(object("a/x@101"));
        driver.turns.remove().run();
        // Then: all of it is applied and told; the owner gets to know of each failure
        assertEquals(4, woken.get());
        assertEquals(List.of("a/x@101"), driver.objects());
        assertEquals(4, driver.turns.size());
        for (int i = 0; i < 4; i++) {
            assertThrows(IllegalStateException.class, driver.turns.remove()::run);
        }
    }

    @Test
    @Timeout(60)
    void manyComeAndGoWhileManyThingsHappen() throws Exception { // SI-14, SI-05
        // Given
        DeltaSink sink = driver.synced();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger woken = new AtomicInteger();
        try {
            List<Future<Integer>> comings = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                comings.add(threads.submit(() -> {
                    int times = 0;
                    while (!over.get() || times < 100) {
                        cache.onChange(woken::incrementAndGet).cancel();
                        times++;
                    }
                    return times;
                }));
            }
            // When
            Registration stays = cache.onChange(woken::incrementAndGet);
            for (int i = 0; i < 5_000; i++) {
                sink.update(object("a/x" + i % 50 + "@" + (101 + i)));
                driver.run();
            }
            over.set(true);
            stays.cancel();
            // Then
            for (Future<Integer> coming : comings) {
                assertTrue(coming.get(30, TimeUnit.SECONDS) >= 100);
            }
            assertTrue(woken.get() >= 5_000, () -> "woken: " + woken);
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        // Then: nobody is left
        int before = woken.get();
        bookmark(sink, 20_000);
        assertEquals(before, woken.get());
    }
}
