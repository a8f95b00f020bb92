package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.ROOMY;
import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.testing.CheckedCaches;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A list that is too long for one turn. */
class LongListTest {
    @RegisterExtension
    final CheckedCaches caches = new CheckedCaches();

    private final CacheDriver driver = new CacheDriver(ROOMY);
    private final ResourceCache cache = caches.check(driver.cache);

    @Test
    void aLongListBecomesVisibleWithItsLastObjectThoughItTakesManyTurns() {
        // Given
        Scope scope = cache.scope("");
        List<KubeObject> first = many(1, 5_000);
        List<KubeObject> second = new ArrayList<>(many(2, 6_000).subList(2_000, 6_000));
        // When
        scope.sink().replace(first, version(5_000));
        scope.sink().bookmark(version(6_000));
        // Then
        assertVisibleAtOnce(0, 5_000);
        assertEquals(version(6_000), cache.state().resourceVersion());
        // When: told while it is taken in
        scope.sink().replace(second, version(20_000));
        driver.turns.remove().run();
        scope.sink().delete(object("a/p5999@20001"));
        // Then
        assertVisibleAtOnce(5_000, 3_999);
        assertEquals(version(20_001), cache.state().resourceVersion());
    }

    private static List<KubeObject> many(int round, int count) {
        List<KubeObject> objects = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            objects.add(object("a/p" + i + "@" + (round * 6_000L + i - 5_999)));
        }
        return objects;
    }

    /** Takes all turns; no reader may see a number of objects but these two, and the one before the last delete. */
    private void assertVisibleAtOnce(int before, int after) {
        while (!driver.turns.isEmpty()) {
            driver.turns.remove().run();
            int seen = cache.state().objects().size();
            assertTrue(seen == before || seen == after || seen == after + 1, () -> "sees " + seen);
        }
        assertEquals(after, cache.state().objects().size());
    }
}
