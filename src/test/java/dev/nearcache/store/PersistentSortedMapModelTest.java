package dev.nearcache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The map does what a {@link TreeMap} does, keeps its shape, and leaves older maps alone. */
class PersistentSortedMapModelTest {
    private record Snapshot(PersistentSortedMap<Integer, String> map, NavigableMap<Integer, String> model) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void behavesAsATreeMapUnderRandomOperations(long seed) {
        // Given
        Random random = new Random(seed);
        NavigableMap<Integer, String> model = new TreeMap<>();
        PersistentSortedMap<Integer, String> map = PersistentSortedMap.empty(Comparator.naturalOrder());
        List<Snapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            // When: it grows in some stretches and shrinks in others
            int key = random.nextInt(20_000);
            boolean growing = (i / 10_000) % 2 == 0;
            if (random.nextInt(10) < (growing ? 8 : 2)) {
                map = map.with(key, "v" + i);
                model.put(key, "v" + i);
            } else {
                map = map.without(key);
                model.remove(key);
            }
            // Then
            int probe = random.nextInt(20_000);
            assertEquals(model.get(probe), map.get(probe), () -> "seed " + seed);
            if (i % 5_000 == 0) {
                snapshots.add(new Snapshot(map, new TreeMap<>(model)));
            }
        }
        snapshots.add(new Snapshot(map, model));
        snapshots.forEach(snapshot -> assertSameAs(snapshot.model(), snapshot.map(), random));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 32, 33, 64, 1_000, 1_024, 1_025, 40_000})
    void isBuiltFromSortedEntries(int size) {
        // Given
        NavigableMap<Integer, String> model = new TreeMap<>();
        for (int i = 0; i < size; i++) {
            model.put(3 * i, "v" + i);
        }
        // When
        PersistentSortedMap<Integer, String> map =
                PersistentSortedMap.ofSorted(Comparator.naturalOrder(), model.entrySet());
        // Then
        assertSameAs(model, map, new Random(size));
    }

    @Test
    void refusesEntriesThatAreNotSorted() {
        List<Map.Entry<Integer, String>> entries = List.of(Map.entry(2, "a"), Map.entry(2, "b"));
        assertThrows(
                IllegalArgumentException.class,
                () -> PersistentSortedMap.ofSorted(Comparator.<Integer>naturalOrder(), entries));
    }

    @Test
    void shrinksToNothing() {
        // Given
        PersistentSortedMap<Integer, String> map = PersistentSortedMap.empty(Comparator.naturalOrder());
        for (int i = 0; i < 5_000; i++) {
            map = map.with(i, "v");
        }
        // When
        for (int i = 0; i < 5_000; i++) {
            map = map.without(i);
        }
        // Then
        assertTrue(map.isEmpty());
        assertFalse(map.first().next());
        assertSame(map, map.without(7));
        assertNull(map.get(7));
    }

    @Test
    void aCursorAtNoEntryHasNoKey() {
        Cursor<Integer, String> cursor = PersistentSortedMap.<Integer, String>empty(Comparator.naturalOrder())
                .with(1, "a")
                .first();
        assertThrows(IllegalStateException.class, cursor::key);
        assertTrue(cursor.next());
        assertFalse(cursor.next());
        assertFalse(cursor.next());
        assertThrows(IllegalStateException.class, cursor::value);
    }

    private static void assertSameAs(
            NavigableMap<Integer, String> model, PersistentSortedMap<Integer, String> map, Random random) {
        assertEquals(model.size(), map.size());
        assertEquals(new ArrayList<>(model.entrySet()), entries(map.first(), Integer.MAX_VALUE));
        for (int i = 0; i < 200; i++) {
            int key = random.nextInt(-10, 130_000);
            assertEquals(model.headMap(key).size(), map.rank(key));
            List<Map.Entry<Integer, String>> expected =
                    model.tailMap(key).entrySet().stream().limit(100).toList();
            assertEquals(expected, entries(map.from(key), 100));
        }
        checkShape(map.root(), true);
    }

    private static List<Map.Entry<Integer, String>> entries(Cursor<Integer, String> cursor, int max) {
        List<Map.Entry<Integer, String>> entries = new ArrayList<>();
        while (entries.size() < max && cursor.next()) {
            entries.add(Map.entry(cursor.key(), cursor.value()));
        }
        return entries;
    }

    /** All leaves at one depth, no node but the root too narrow, none too wide, sizes true. The answer is the depth. */
    private static int checkShape(Node<Integer, String> node, boolean root) {
        assertTrue(node.width() <= Node.MOST, () -> "width " + node.width());
        assertTrue(root || node.width() >= Node.LEAST, () -> "width " + node.width());
        if (!(node instanceof Branch<Integer, String> branch)) {
            assertEquals(node.width(), node.size());
            return 1;
        }
        assertTrue(branch.width() > 1);
        int size = 0;
        int depth = checkShape(branch.child(0), false);
        for (int i = 0; i < branch.width(); i++) {
            size += branch.child(i).size();
            assertEquals(depth, checkShape(branch.child(i), false));
        }
        assertEquals(size, branch.size());
        return depth + 1;
    }
}
