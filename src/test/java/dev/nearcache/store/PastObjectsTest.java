package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.ROOMY;
import static dev.nearcache.store.CacheDriver.list;
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

    @Test
    void aListOfANamespaceThatIsBehindIsInAnExactListAsAWholeOrNotAtAll() {
        // Given two namespaces, one of which is ahead
        Scope a = cache.scope("a");
        Scope b = cache.scope("b");
        a.sink().replace(list("a/x@4", "a/y@5"), version(100));
        b.sink().replace(list("b/z@6"), version(100));
        driver.run();
        b.sink().update(object("b/z@150"));
        driver.run();

        // When the other is listed anew, at a version that came later, with changes of before
        a.sink().replace(list("a/x@120", "a/y@130", "a/w@170"), version(200));
        driver.run();

        // Then nobody is shown a half of that list
        assertEquals("a/x@4 a/y@5 b/z@150", past(150));
        assertEquals("a/w@170 a/x@120 a/y@130 b/z@150", past(170));
        assertEquals("a/w@170 a/x@120 a/y@130 b/z@150", past(200));
    }

    @Test
    void whatOnlyTheEndOfAListTellsIsNotShownExactly() {
        // Given
        DeltaSink sink = driver.synced("a/w@1", "a/x@4", "a/y@5");

        // When of three changes a list shows the outcome
        sink.replace(list("a/x@110", "a/y@120"), version(130));
        driver.run();

        // Then
        assertEquals("a/w@1 a/x@4 a/y@5", past(100));
        assertEquals("none", past(110));
        assertEquals("none", past(120));
        assertEquals("a/x@110 a/y@120", past(130));
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
