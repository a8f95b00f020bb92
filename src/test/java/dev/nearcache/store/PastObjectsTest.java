package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.ROOMY;
import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.testing.CheckedCaches;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Objects as they were at a version. */
class PastObjectsTest {
    @RegisterExtension
    final CheckedCaches caches = new CheckedCaches();

    private final CacheDriver driver = new CacheDriver(ROOMY);
    private final ResourceCache cache = caches.check(driver.cache);

    @Test
    void listsOldVersionsExactly() {
        // Given
        DeltaSink sink = driver.synced("a/x@4", "a/y@5");
        sink.update(object("a/x@101"));
        sink.delete(object("a/y@102"));
        sink.add(object("a/z@103"));
        driver.run();
        // When, Then
        assertEquals("a/x@4 a/y@5", past(100));
        assertEquals("a/x@101 a/y@5", past(101));
        assertEquals("a/x@101", past(102));
        assertEquals("a/x@101 a/z@103", past(103));
        assertEquals("none", past(99));
        assertEquals("none", past(104));
    }

    @Test
    void theEventsOfAWholeLogAreUndoneAFewAtATime() {
        // Given
        DeltaSink sink = driver.synced("a/x@4");
        for (int i = 101; i <= 110; i++) {
            sink.update(object("a/x@" + i));
        }
        driver.run();
        // When
        PastObjects past =
                PastObjects.at(cache.state(), cache.log(), version(100)).orElseThrow();
        // Then
        assertFalse(past.undo(9));
        assertThrows(IllegalStateException.class, past::objects);
        assertTrue(past.undo(9));
        assertEquals(1, past.objects().size());
    }

    private String past(long version) {
        return PastObjects.at(cache.state(), cache.log(), version(version))
                .map(CacheDriver::undone)
                .map(objects -> {
                    List<String> texts = new ArrayList<>();
                    for (var all = objects.first(); all.next(); ) {
                        texts.add(all.value().toString());
                    }
                    return String.join(" ", texts);
                })
                .orElse("none");
    }
}
