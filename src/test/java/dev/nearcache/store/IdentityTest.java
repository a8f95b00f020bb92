package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.ROOMY;
import static dev.nearcache.store.CacheDriver.list;
import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.testing.CheckedCaches;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An object is its uid, not its name; and a version names its state, but not across a restore of etcd. */
class IdentityTest {
    @RegisterExtension
    final CheckedCaches caches = new CheckedCaches();

    private final CacheDriver driver = new CacheDriver(ROOMY);
    private final ResourceCache cache = caches.check(driver.cache);

    @Test
    void aLateDeleteOfAPredecessorLeavesItsSuccessor() {
        DeltaSink sink = driver.synced("a/x@4#old");
        // When: in one turn, and again when all is applied
        sink.add(object("a/x@105#new"));
        sink.delete(object("a/x@104#old"));
        driver.run();
        sink.delete(object("a/x@104#old"));
        sink.update(object("a/x@106#new"));
        driver.run();
        // Then
        assertEquals(
                List.of("DELETED? a/x@4 v100", "ADDED a/x@105 v105 id 105", "MODIFIED a/x@106 v106 id 106"),
                driver.events());
        assertEquals(List.of("a/x@106"), driver.objects());
    }

    @Test
    void aListTakesTheSuccessorAwayWhateverLateDeletesCame() {
        DeltaSink sink = driver.synced("a/x@4#new");
        // When
        sink.delete(object("a/x@3#old"));
        sink.replace(list(), version(110));
        driver.run();
        // Then
        assertEquals(List.of(), driver.objects());
        assertEquals(List.of("DELETED? a/x@4 v110 id 110"), driver.events());
    }

    @Test
    void aDeleteAndItsCreationAgainInOneListAreTwoEvents() { // XP-23
        DeltaSink sink = driver.synced("a/a@1#u1", "a/b@2");
        // When
        sink.replace(list("a/a@103#u9", "a/c@102"), version(104));
        driver.run();
        // Then: by version, then what has none; the old object's end right before the new one's beginning
        assertEquals(
                List.of(
                        "ADDED a/c@102 v102 id 102",
                        "DELETED? a/a@1 v102",
                        "ADDED a/a@103 v103 id 103",
                        "DELETED? a/b@2 v104 id 104"),
                driver.events());
        // Then: an index holds the new one alone
        assertEquals(0, indexed("1"));
        assertEquals(1, indexed("9"));
    }

    @Test
    void aDeleteCarriesItsOwnVersionAndOneMayResumeFromIt() {
        DeltaSink sink = driver.synced("a/x@4", "a/y@5");
        // When
        sink.delete(object("a/x@101"));
        sink.update(object("a/y@102"));
        driver.run();
        // Then
        assertEquals(List.of("DELETED a/x@101 v101 id 101", "MODIFIED a/y@102 v102 id 102"), driver.events());
        assertEquals(new Resume.At(cache.log().end() - 1), cache.log().resumeAfter(version(101)));
    }

    @Test
    void aRestoredHistoryMayGiveAVersionASecondTime() {
        // Given
        DeltaSink sink = driver.cache.scope("").sink();
        sink.replace(List.of(pod(150, "before")), version(200));
        driver.run();
        // When: restored to 140, then changed
        sink.replace(List.of(pod(150, "after")), version(160));
        driver.run();
        // Then
        assertEquals("after", text("x"));
        assertEquals(version(160), cache.state().resourceVersion());
        assertEquals(List.of(), driver.events());
    }

    @Test
    void theSameVersionWithAnotherTextIsAChange() { // XP-19
        // Given
        DeltaSink sink = driver.cache.scope("").sink();
        sink.replace(List.of(pod(150, "first")), version(200));
        driver.run();
        // When
        sink.update(pod(150, "first"));
        sink.update(pod(150, "second"));
        driver.run();
        // Then
        assertEquals("second", text("x"));
        assertEquals(List.of("MODIFIED a/x@150 v150"), driver.events());
    }

    @Test
    void aRelistOfTheSameObjectsIsNoEvent() { // XP-20
        DeltaSink sink = driver.synced("a/x@4", "a/y@5");
        // When: other instances, as a server sends them
        sink.replace(list("a/x@4", "a/y@5"), version(110));
        driver.run();
        // Then
        assertEquals(List.of(), driver.events());
        assertTrue(cache.log().resumeAfter(version(110)) instanceof Resume.At);
    }

    private int indexed(String letter) {
        PersistentSortedMap<IndexKey, KubeObject> index = cache.state().index("byLetter");
        return index.rank(IndexKey.afterLastOf(letter)) - index.rank(IndexKey.firstOf(letter));
    }

    private String text(String name) {
        KubeObject held = cache.state().objects().get(new ObjectKey("a", name));
        return held == null ? "" : new String(held.body().json(), StandardCharsets.UTF_8);
    }

    private static KubeObject pod(long version, String text) {
        byte[] json = text.getBytes(StandardCharsets.UTF_8);
        return new KubeObject(
                new ObjectKey("a", "x"),
                version(version),
                "u",
                Map.of(),
                List.of(List.of("u")),
                ObjectCodec.none().encode(json, 0, json.length));
    }
}
