package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.IndexKey;
import dev.nearcache.store.PersistentSortedMap;
import java.util.Optional;
import java.util.function.Function;

/**
 * All objects of a type at one version.
 *
 * @param objects by key
 * @param indexes by name; a snapshot that was rebuilt from the log has none, and is scanned instead
 */
record Snapshot(
        PersistentSortedMap<ObjectKey, KubeObject> objects,
        Function<String, Optional<PersistentSortedMap<IndexKey, KubeObject>>> indexes) {

    static Snapshot of(CacheState state) {
        return new Snapshot(
                state.objects(),
                name -> state.indexNames().contains(name) ? Optional.of(state.index(name)) : Optional.empty());
    }

    static Snapshot rebuilt(PersistentSortedMap<ObjectKey, KubeObject> objects) {
        return new Snapshot(objects, name -> Optional.empty());
    }
}
