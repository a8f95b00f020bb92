package dev.nearcache.query;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.CacheState;

/**
 * How much of a type is held at one moment.
 *
 * @param synced whether it is complete
 * @param objects their number
 * @param resourceVersion of the collection, {@link ResourceVersion#NONE} before the first list
 * @param bytes of their JSON
 * @param storedBytes that their stored form takes
 */
public record Holdings(boolean synced, int objects, ResourceVersion resourceVersion, long bytes, long storedBytes) {
    /** What is held of a type now. */
    public static Holdings of(CachedResource resource) {
        CacheState state = resource.store().state();
        return new Holdings(
                state.synced(), state.objects().size(), state.resourceVersion(), state.bytes(), state.storedBytes());
    }
}
