package dev.nearcache.store;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Objects, and the indexes and totals that follow from them. Immutable; the one place that keeps them together.
 *
 * @param indexes in the order of the names, which is that of {@link KubeObject#indexed()}
 * @param bytes of the objects' JSON
 * @param storedBytes of the objects' stored bodies
 */
record Contents(
        PersistentSortedMap<ObjectKey, KubeObject> objects,
        List<String> indexNames,
        List<PersistentSortedMap<IndexKey, KubeObject>> indexes,
        long bytes,
        long storedBytes) {

    static Contents empty(List<String> indexNames) {
        List<PersistentSortedMap<IndexKey, KubeObject>> indexes = new ArrayList<>();
        indexNames.forEach(name -> indexes.add(PersistentSortedMap.empty(Comparator.naturalOrder())));
        return new Contents(
                PersistentSortedMap.empty(Comparator.naturalOrder()),
                List.copyOf(indexNames),
                List.copyOf(indexes),
                0,
                0);
    }

    @Nullable
    KubeObject get(ObjectKey key) {
        return objects.get(key);
    }

    PersistentSortedMap<IndexKey, KubeObject> index(String name) {
        int at = indexNames.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "there is no index \"" + name + "\": the indexes are " + String.join(", ", indexNames));
        }
        return indexes.get(at);
    }

    /** With an object in place of the one under its key, if any. */
    Contents with(KubeObject object) {
        KubeObject old = get(object.key());
        return changed(objects.with(object.key(), object), old, object);
    }

    /** Without the object under a key. */
    Contents without(ObjectKey key) {
        KubeObject old = get(key);
        return old == null ? this : changed(objects.without(key), old, null);
    }

    /** The same after some of the bodies were stored anew, which has saved so many bytes. */
    Contents saving(long saved) {
        return new Contents(objects, indexNames, indexes, bytes, storedBytes - saved);
    }

    private Contents changed(
            PersistentSortedMap<ObjectKey, KubeObject> next, @Nullable KubeObject old, @Nullable KubeObject now) {
        List<PersistentSortedMap<IndexKey, KubeObject>> moved = new ArrayList<>(indexes.size());
        for (int i = 0; i < indexes.size(); i++) {
            moved.add(moved(indexes.get(i), values(old, i), values(now, i), old, now));
        }
        return new Contents(
                next,
                indexNames,
                List.copyOf(moved),
                bytes + jsonLength(now) - jsonLength(old),
                storedBytes + storedLength(now) - storedLength(old));
    }

    /** An object may have several values, and a value twice (reflector.md 3.2); those it keeps point to the new object. */
    private static PersistentSortedMap<IndexKey, KubeObject> moved(
            PersistentSortedMap<IndexKey, KubeObject> index,
            List<String> before,
            List<String> after,
            @Nullable KubeObject old,
            @Nullable KubeObject now) {
        PersistentSortedMap<IndexKey, KubeObject> next = index;
        if (old != null && !before.equals(after)) {
            for (String value : before) {
                next = next.without(new IndexKey(value, old.key()));
            }
        }
        if (now != null) {
            for (String value : after) {
                next = next.with(new IndexKey(value, now.key()), now);
            }
        }
        return next;
    }

    private static List<String> values(@Nullable KubeObject object, int index) {
        return object == null || index >= object.indexed().size()
                ? List.of()
                : object.indexed().get(index);
    }

    private static long jsonLength(@Nullable KubeObject object) {
        return object == null ? 0 : object.body().jsonLength();
    }

    private static long storedLength(@Nullable KubeObject object) {
        return object == null ? 0 : object.body().storedLength();
    }
}
