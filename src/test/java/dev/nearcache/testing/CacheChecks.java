package dev.nearcache.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.CacheEvent;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.Cursor;
import dev.nearcache.store.EventLog;
import dev.nearcache.store.IndexKey;
import dev.nearcache.store.PersistentSortedMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The oracle of the store: whether everything that a cache shows agrees with everything else. For a cache at rest. */
public final class CacheChecks {
    private CacheChecks() {}

    /** Fails if any structure of a cache contradicts another. */
    public static void valid(CacheState state, EventLog log) {
        objectsAreSortedAndCounted(state);
        for (int i = 0; i < state.indexNames().size(); i++) {
            indexMatchesObjects(state, i);
        }
        assertFalse(state.resourceVersion().isBefore(state.reachedByAll()));
        assertEquals(log.end(), state.position(), "a cache at rest shows all that was logged");
        List<CacheEvent> events = events(log);
        eventsAreInOrder(events, log, state.resourceVersion());
        eventsLeadToTheState(events, state);
        boolean leadsOn = log.resumeAfter(state.resourceVersion())
                .match(at -> at.position() <= log.end(), expired -> !events.isEmpty(), ahead -> false);
        assertTrue(leadsOn || state.resourceVersion().isNone(), "a list at the current version leads on to a watch");
    }

    /** All events that are held. */
    public static List<CacheEvent> events(EventLog log) {
        return log.read(log.floor(), Integer.MAX_VALUE).match(events -> events.events(), overrun -> {
            throw new AssertionError("not at rest");
        });
    }

    private static void objectsAreSortedAndCounted(CacheState state) {
        Cursor<ObjectKey, KubeObject> cursor = state.objects().first();
        ObjectKey last = null;
        int count = 0;
        long bytes = 0;
        long stored = 0;
        while (cursor.next()) {
            ObjectKey key = cursor.key();
            assertEquals(key, cursor.value().key());
            assertTrue(last == null || last.compareTo(key) < 0, () -> "order at " + key);
            last = key;
            count++;
            bytes += cursor.value().body().jsonLength();
            stored += cursor.value().body().storedLength();
        }
        assertEquals(count, state.objects().size());
        assertEquals(bytes, state.bytes());
        assertEquals(stored, state.storedBytes());
    }

    private static void indexMatchesObjects(CacheState state, int index) {
        String name = state.indexNames().get(index);
        Set<IndexKey> expected = new HashSet<>();
        for (Cursor<ObjectKey, KubeObject> all = state.objects().first(); all.next(); ) {
            ObjectKey key = all.key();
            all.value().indexed().get(index).forEach(value -> expected.add(new IndexKey(value, key)));
        }
        PersistentSortedMap<IndexKey, KubeObject> entries = state.index(name);
        for (Cursor<IndexKey, KubeObject> cursor = entries.first(); cursor.next(); ) {
            assertTrue(expected.remove(cursor.key()), "index " + name + " has too much: " + cursor.key());
            assertSame(state.objects().get(cursor.key().object()), cursor.value(), name);
        }
        assertEquals(Set.of(), expected, "index " + name + " lacks these");
    }

    private static void eventsAreInOrder(List<CacheEvent> events, EventLog log, ResourceVersion current) {
        long position = log.floor();
        ResourceVersion reached = ResourceVersion.NONE;
        for (CacheEvent event : events) {
            assertEquals(position++, event.position());
            assertFalse(event.reached().isBefore(reached), () -> "goes back: " + event);
            assertFalse(event.reached().isBefore(event.version()), () -> "not reached: " + event);
            assertTrue(!event.resumable() || reached.isBefore(event.reached()), () -> "repeats: " + event);
            assertEquals(event.kind() == CacheEvent.Kind.ADDED, event.previous() == null, () -> "previous: " + event);
            reached = event.reached();
        }
        assertEquals(log.end(), position);
        assertFalse(current.isBefore(reached));
    }

    /** Undoes all events, then replays them: each must find what it says was there before. */
    private static void eventsLeadToTheState(List<CacheEvent> events, CacheState state) {
        Map<ObjectKey, KubeObject> objects = new TreeMap<>();
        for (Cursor<ObjectKey, KubeObject> all = state.objects().first(); all.next(); ) {
            objects.put(all.key(), all.value());
        }
        Map<ObjectKey, KubeObject> now = new TreeMap<>(objects);
        for (int i = events.size() - 1; i >= 0; i--) {
            CacheEvent event = events.get(i);
            set(objects, event.object().key(), event.previous());
        }
        for (CacheEvent event : events) {
            ObjectKey key = event.object().key();
            KubeObject there = objects.get(key);
            if (event.previous() == null) {
                assertNull(there, () -> "was there before: " + event);
            } else {
                assertSame(event.previous(), there, () -> "was not there before: " + event);
            }
            set(objects, key, event.kind() == CacheEvent.Kind.DELETED ? null : event.object());
        }
        assertEquals(now, objects);
    }

    private static void set(Map<ObjectKey, KubeObject> objects, ObjectKey key, @Nullable KubeObject object) {
        if (object == null) {
            objects.remove(key);
        } else {
            objects.put(key, object);
        }
    }
}
