package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.ROOMY;
import static dev.nearcache.store.CacheDriver.list;
import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.testing.CheckedCaches;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of reflector.md 5.7 and 5.8 on what a store holds, and at which version; see also {@link ContentsTest}. */
class StoreRowsTest {
    @RegisterExtension
    final CheckedCaches caches = new CheckedCaches();

    private final CacheDriver driver = new CacheDriver(ROOMY);
    private final ResourceCache cache = caches.check(driver.cache);

    private @Nullable KubeObject get(String name) {
        return cache.state().objects().get(new ObjectKey("a", name));
    }

    @Test
    void holdsWhatItWasTold() { // ST-01
        DeltaSink sink = driver.synced();
        // When, Then
        sink.add(object("a/foo@101"));
        driver.run();
        assertEquals("a/foo@101", String.valueOf(get("foo")));
        sink.update(object("a/foo@102"));
        driver.run();
        assertEquals("a/foo@102", String.valueOf(get("foo")));
        sink.delete(object("a/foo@103"));
        driver.run();
        assertNull(get("foo"));
        sink.add(object("a/a@104"));
        sink.add(object("a/c@105"));
        sink.add(object("a/e@106"));
        driver.run();
        assertEquals(List.of("a/a@104", "a/c@105", "a/e@106"), driver.objects());
        sink.replace(list("a/foo@107", "a/bar@108"), version(108));
        driver.run();
        assertEquals(List.of("a/bar@108", "a/foo@107"), driver.objects());
    }

    @Test
    void aNewCacheHasNoVersion() { // TS-04
        assertEquals(version(0), cache.state().resourceVersion());
    }

    /** Where we differ: client-go's falls with an older object; ours is that of the collection, and does not. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            TS-05 each step          | +x@110 +x@110 +x@120 -x@130 +y@140  | 110 110 120 130 140
            TS-05 never back         | +x@140 +x@130 +x@150                | 140 140 150
            TS-07 delete             | +x@110 -x@120                       | 110 120
            XP-22 delete of nothing  | +x@110 -y@120                       | 110 120
            """)
    void theVersionIsTheHighestThatWasApplied(String row, String steps, String versions) {
        DeltaSink sink = driver.synced();
        List<String> seen = new ArrayList<>();
        for (String step : steps.split(" ", -1)) {
            // When
            KubeObject object = object("a/" + step.substring(1));
            if (step.startsWith("+")) {
                sink.update(object);
            } else {
                sink.delete(object);
            }
            driver.run();
            seen.add(cache.state().resourceVersion().toString());
        }
        // Then
        assertEquals(versions, String.join(" ", seen), row);
    }

    @Test
    void aListBringsItsOwnVersionWhateverItsObjectsHave() { // TS-06
        DeltaSink sink = driver.synced();
        sink.add(object("a/x@110"));
        // When
        sink.replace(list("a/x@140", "a/y@130"), version(150));
        driver.run();
        // Then
        assertEquals(version(150), cache.state().resourceVersion());
    }

    @Test
    void aChangeAndItsVersionShowTogether() { // CT-16
        DeltaSink sink = driver.synced("a/pod@1");
        List<String> seen = new ArrayList<>();
        cache.onChange(() -> seen.add(driver.objects() + " at " + cache.state().resourceVersion()));
        // When
        sink.update(object("a/pod@101"));
        driver.run();
        sink.delete(object("a/pod@102"));
        driver.run();
        // Then
        assertEquals(List.of("[a/pod@101] at 101", "[] at 102"), seen);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            UD-01 add, then update | a2@101 a1@102 a1@103 | 3 | [a/a1@103, a/a2@101]
            UD-02 add, then delete | a1@101 -a1@102       | 2 | []
            UD-03 reads            | ''                   | 0 | []
            UD-04 list             | =a1@101              | 1 | [a/a1@101]
            """)
    void aListenerIsWokenAfterEachChangeAndFindsAllThereIs(String row, String steps, int woken, String last) {
        DeltaSink sink = driver.synced();
        List<List<String>> seen = new ArrayList<>(List.of(driver.objects()));
        cache.onChange(() -> {
            if (!seen.get(seen.size() - 1).equals(driver.objects())) {
                seen.add(driver.objects());
            }
        });
        // When
        for (String step : steps.isEmpty() ? new String[0] : steps.split(" ", -1)) {
            switch (step.charAt(0)) {
                case '-' -> sink.delete(object("a/" + step.substring(1)));
                case '=' -> sink.replace(list("a/" + step.substring(1)), version(101));
                default -> sink.update(object("a/" + step));
            }
            driver.run();
        }
        // Then
        assertEquals(last, driver.objects().toString(), row);
        assertEquals(woken, seen.size() - 1, row);
    }

    /** Where we differ: a list's deletions come last, since they have no version of their own. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            CT-12 create                  | ''                            | pod-1@101                     | 101 | ADDED a/pod-1@101 v101 id 101
            CT-13 delete all              | pod-1@1 pod-3@2               | ''                            | 102 | DELETED? a/pod-1@1 v100, DELETED? a/pod-3@2 v102 id 102
            CT-14 create, update, delete  | pod-1@1 pod-2@2 pod-3@3       | pod-1@104 pod-2@105 pod-4@106 | 106 | MODIFIED a/pod-1@104 v104 id 104, MODIFIED a/pod-2@105 v105 id 105, ADDED a/pod-4@106 v106 id 106, DELETED? a/pod-3@3 v106
            """)
    void whoeverIsToldOfAListsDifferencesFindsThemAllApplied(
            String row, String before, String after, long listVersion, String events) {
        DeltaSink sink = driver.synced(keyed(before));
        List<List<String>> seen = new ArrayList<>();
        cache.onChange(() -> {
            if (!driver.events().isEmpty()) {
                seen.add(driver.objects());
            }
        });
        // When
        sink.replace(list(keyed(after)), version(listVersion));
        driver.run();
        // Then
        assertEquals(events, String.join(", ", driver.events()), row);
        assertEquals(List.of(List.of(keyed(after))), seen.stream().distinct().toList());
        assertEquals(version(listVersion), cache.state().resourceVersion());
    }

    private static String[] keyed(String names) {
        return names.isEmpty()
                ? new String[0]
                : Arrays.stream(names.split(" ", -1)).map(name -> "a/" + name).toArray(String[]::new);
    }

    @Test
    void indexesAreOfTheSameMomentAsTheObjects() { // ST-02, SI-01
        DeltaSink sink = driver.synced("a/a@1#b", "a/c@2#b", "a/e@3#f");
        CacheState before = cache.state();
        // When
        sink.add(object("a/g@101#bh"));
        driver.run();
        // Then: whoever took the state before has none of it
        assertEquals(List.of("a", "c"), named(before, "b"));
        assertEquals(List.of("a", "c", "g"), named(cache.state(), "b"));
        assertEquals(List.of("e"), named(cache.state(), "f"));
        assertEquals(List.of("g"), named(cache.state(), "h"));
        assertEquals(List.of(), named(cache.state(), "none"));
    }

    private static List<String> named(CacheState state, String value) {
        List<String> names = new ArrayList<>();
        Cursor<IndexKey, KubeObject> cursor = state.index("byLetter").from(IndexKey.firstOf(value));
        while (cursor.next() && cursor.key().value().equals(value)) {
            assertSame(state.objects().get(cursor.key().object()), cursor.value());
            names.add(cursor.key().object().name());
        }
        return names;
    }
}
