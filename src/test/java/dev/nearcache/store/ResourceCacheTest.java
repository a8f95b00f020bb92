package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.ROOMY;
import static dev.nearcache.store.CacheDriver.list;
import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.testing.CheckedCaches;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ResourceCacheTest {
    @RegisterExtension
    final CheckedCaches caches = new CheckedCaches();

    private final CacheDriver driver = new CacheDriver(ROOMY);
    private final ResourceCache cache = caches.check(driver.cache);

    @Test
    void aFirstListStartsTheLogAndIsNoEvent() {
        // When
        driver.synced("a/x@4", "a-b/y@5");
        // Then
        assertTrue(cache.state().synced());
        assertEquals(version(100), cache.state().resourceVersion());
        assertEquals(version(100), cache.state().reachedByAll());
        assertEquals(List.of("a-b/y@5", "a/x@4"), driver.objects());
        assertEquals(List.of(), driver.events());
        assertEquals(version(100), cache.log().floorVersion());
    }

    @Test
    void anEmptyFirstListSyncs() {
        driver.synced();
        assertTrue(cache.state().synced());
    }

    @Test
    void nothingOfAListIsVisibleBeforeItsLastObject() {
        // Given
        DeltaSink sink = driver.synced("a/gone@1");
        CacheState before = cache.state();
        sink.add(object("a/w@101"));
        // When
        sink.replace(
                IntStream.range(0, 1_000)
                        .mapToObj(i -> object("a/o" + i + "@" + (200 + i)))
                        .toList(),
                version(2_000));
        // Then: turn by turn, the watched object only, until all is there at once
        driver.turns.remove().run();
        CacheState during = cache.state();
        assertEquals(before.objects().size() + 1, during.objects().size());
        int turns = 1;
        while (!driver.turns.isEmpty()) {
            assertSame(during, cache.state());
            assertEquals(1, cache.log().end() - before.position());
            driver.turns.remove().run();
            turns++;
        }
        assertTrue(turns > 3, "took turns: " + turns);
        assertEquals(1_000, cache.state().objects().size());
        assertEquals(version(2_000), cache.state().resourceVersion());
    }

    @Test
    void aRelistBecomesItsDifferencesInTheOrderOfVersionsThenTheDeletions() {
        // Given
        DeltaSink sink = driver.synced("a/d1@1", "a/d2@2", "a/m@3", "a/r@4#old", "a/same@5");
        KubeObject same = cache.state().objects().get(object("a/same@5").key());
        // When
        sink.replace(list("a/m@130", "a/n@110", "a/r@120#new", "a/same@5"), version(150));
        driver.run();
        // Then
        assertEquals(
                List.of(
                        "ADDED a/n@110 v110 id 110",
                        "DELETED? a/r@4 v110",
                        "ADDED a/r@120 v120 id 120",
                        "MODIFIED a/m@130 v130 id 130",
                        "DELETED? a/d1@1 v130",
                        "DELETED? a/d2@2 v150 id 150"),
                driver.events());
        assertSame(same, cache.state().objects().get(object("a/same@5").key()));
    }

    @Test
    void aRelistOfTheSameChangesNothingButTheVersion() {
        // Given
        DeltaSink sink = driver.synced("a/x@4", "b/y@5");
        CacheState before = cache.state();
        // When
        sink.replace(list("a/x@4", "b/y@5"), version(160));
        driver.run();
        // Then
        assertSame(before.objects(), cache.state().objects());
        assertEquals(List.of(), driver.events());
        assertEquals(version(160), cache.state().resourceVersion());
    }

    @Test
    void knowledgeDecidesNotTheNameOfTheDelta() {
        // Given
        DeltaSink sink = driver.synced("a/x@4");
        // When: an add of what is there, an update of what is not, a delete of what never was, an old and a repeated
        // object
        sink.add(object("a/x@101"));
        sink.update(object("a/y@102"));
        sink.delete(object("a/z@103"));
        sink.update(object("a/x@90"));
        sink.update(object("a/x@90"));
        sink.delete(object("a/y@104"));
        sink.update(object("a/x@105#other"));
        driver.run();
        // Then
        assertEquals(
                List.of(
                        "MODIFIED a/x@101 v101 id 101",
                        "ADDED a/y@102 v102 id 102",
                        "MODIFIED a/x@90 v90",
                        "DELETED a/y@104 v104 id 104",
                        "DELETED? a/x@90 v104",
                        "ADDED a/x@105 v105 id 105"),
                driver.events());
    }

    @Test
    void aDeleteOfTheUnknownStillMovesTheVersion() {
        // Given: it is queued behind its own add, so the queue cannot drop it, but the store no longer has it
        DeltaSink sink = driver.synced();
        sink.add(object("a/x@101"));
        sink.delete(object("a/x@102"));
        sink.bookmark(version(110));
        // When
        driver.run();
        // Then
        assertEquals(version(110), cache.state().resourceVersion());
        assertEquals(0, cache.state().objects().size());
    }

    @Test
    void aResyncRepeatsWithoutAnId() {
        // Given
        DeltaSink sink = driver.synced("a/x@4", "b/y@5");
        // When
        sink.resync();
        driver.run();
        // Then
        assertEquals(List.of("SYNC a/x@4 v4", "SYNC b/y@5 v5"), driver.events());
    }

    @Test
    void aRestoredServerEmptiesTheLogAndOverrunsEveryReader() {
        // Given
        DeltaSink sink = driver.synced("a/x@4", "a/y@5");
        sink.update(object("a/x@101"));
        driver.run();
        long upToDate = cache.log().end();
        // When
        sink.replace(list("a/x@7"), version(50));
        driver.run();
        // Then
        assertEquals(version(50), cache.state().resourceVersion());
        assertEquals(List.of("a/x@7"), driver.objects());
        assertTrue(cache.log().read(upToDate, 10) instanceof Slice.Overrun);
        assertTrue(cache.log().resumeAfter(version(101)) instanceof Resume.Expired);
        assertTrue(cache.log().resumeAfter(version(102)) instanceof Resume.Ahead);
        assertTrue(cache.log().resumeAfter(version(49)) instanceof Resume.Expired);
        assertTrue(cache.log().resumeAfter(version(50)) instanceof Resume.At);
    }

    @Test
    void severalNamespacesAreSyncedWhenAllAreAndReachWhatTheSlowestReached() {
        // Given
        Scope a = cache.scope("a");
        Scope b = cache.scope("b");
        // When, Then
        a.sink().replace(list("a/x@4"), version(100));
        driver.run();
        assertFalse(cache.state().synced());
        assertTrue(cache.state().syncedIn("a"));
        assertFalse(cache.state().syncedIn("b"));
        // A late namespace does not keep "not older than" from those that can be read.
        assertEquals(version(100), cache.state().reachedByAll());
        b.sink().replace(list("b/y@5"), version(90));
        driver.run();
        assertTrue(cache.state().synced());
        assertEquals(version(100), cache.state().resourceVersion());
        assertEquals(version(90), cache.state().reachedByAll());
        // When: the late one relists, below the collection's version but not its own
        b.sink().replace(list("b/z@94"), version(95));
        driver.run();
        // Then: only its own namespace is affected, and the log goes on
        assertEquals(List.of("a/x@4", "b/z@94"), driver.objects());
        assertEquals(List.of("ADDED b/y@5 v5", "ADDED b/z@94 v94", "DELETED? b/y@5 v100"), driver.events());
        assertEquals(version(95), cache.state().reachedByAll());
    }

    @Test
    void aListOfOneNamespaceHoldsBackTheOthers() {
        // Given
        Scope a = cache.scope("a");
        Scope b = cache.scope("b");
        a.sink().replace(list(), version(1));
        b.sink().replace(list(), version(1));
        driver.run();
        // When
        a.sink()
                .replace(
                        IntStream.range(0, 600)
                                .mapToObj(i -> object("a/o" + i + "@" + (200 + i)))
                                .toList(),
                        version(1_000));
        b.sink().add(object("b/y@1001"));
        List<Integer> sizes = new ArrayList<>();
        cache.onChange(() -> sizes.add(cache.state().objects().size()));
        driver.run();
        // Then
        assertTrue(List.of(0, 1, 600, 601).containsAll(sizes), sizes::toString);
        assertEquals(601, cache.state().objects().size());
    }

    @Test
    void scopesDoNotOverlap() {
        cache.scope("a");
        assertThrows(IllegalArgumentException.class, () -> cache.scope("a"));
        assertThrows(IllegalArgumentException.class, () -> cache.scope(""));
    }

    @Test
    void listenersAreWokenAfterPublicationUntilTheyLeave() {
        // Given
        DeltaSink sink = driver.synced();
        AtomicInteger woken = new AtomicInteger();
        Registration registration = cache.onChange(() -> {
            assertEquals(version(101), cache.state().resourceVersion());
            woken.incrementAndGet();
        });
        // When, Then: a bookmark alone wakes, too
        sink.bookmark(version(101));
        driver.run();
        assertEquals(1, woken.get());
        registration.cancel();
        sink.bookmark(version(102));
        driver.run();
        assertEquals(1, woken.get());
    }

    @Test
    void aLateNamespaceCutsNobodyOff() {
        // Given
        Scope a = cache.scope("a");
        Scope b = cache.scope("b");
        a.sink().replace(list("a/x@4"), version(100));
        driver.run();
        long position = cache.log().end();

        // When
        b.sink().replace(list("b/z@120", "b/y@5"), version(130));
        driver.run();

        // Then
        assertTrue(cache.log().read(position, 10) instanceof Slice.Events);
        assertEquals(List.of("ADDED b/y@5 v5", "ADDED b/z@120 v120 id 120"), driver.events());
        assertEquals(version(130), cache.state().resourceVersion());
    }

    @Test
    void aTypeThatGoesIsDeletedAndItsNextListIsAFirstOne() {
        // Given
        Scope scope = cache.scope("");
        scope.sink().replace(list("a/x@4", "a/y@5"), version(100));
        driver.run();
        long upToDate = cache.log().end();

        // When what waits is of the old type too
        scope.sink().add(object("a/z@101"));
        scope.forget();

        // Then nobody takes what is still there for objects of the new type
        assertNull(cache.held().get(object("a/x@4").key()));
        assertFalse(cache.state().synced());
        assertFalse(cache.state().syncedIn("a"));
        assertEquals(2, cache.state().objects().size());

        // When
        driver.run();

        // Then
        assertFalse(cache.state().synced());
        assertEquals(List.of(), driver.objects());
        assertEquals(List.of("DELETED? a/x@4 v100", "DELETED? a/y@5 v100"), driver.events());
        assertTrue(cache.log().read(upToDate, 10) instanceof Slice.Events);

        // When
        scope.sink().replace(list("a/x@4"), version(110));
        driver.run();

        // Then
        assertTrue(cache.state().synced());
        assertEquals(List.of("a/x@4"), driver.objects());
        assertNotNull(cache.held().get(object("a/x@4").key()));
        assertTrue(cache.log().read(upToDate, 10) instanceof Slice.Overrun);
    }
}
