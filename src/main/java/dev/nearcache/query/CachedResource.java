package dev.nearcache.query;

import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.resource.SizeLimits;
import dev.nearcache.store.StoreReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** One configured type, as its readers see it. Safe on any thread. */
public interface CachedResource {
    /** The name under which it was configured. */
    ResourceName name();

    /** The type; empty until discovery has found it, and again once the API server no longer serves it. */
    Optional<ResourceType> type();

    /** Its objects and their history. */
    StoreReader store();

    /** How its mirror fares. */
    ResourceStatus status();

    /** How it fares in some namespaces, at least one of which is mirrored. */
    default ResourceStatus status(Predicate<String> namespaces) {
        return status();
    }

    /**
     * Readers wait for this version: where nothing happens it may be reached without a sign of it, and what mirrors the
     * type finds out, soon. Cheap, however many ask.
     */
    default void seek(ResourceVersion version) {}

    /** What is kept of its objects, and which paths are indexed. */
    ObjectLayout layout();

    /** How much of it may be held. */
    default SizeLimits limits() {
        return SizeLimits.NONE;
    }

    /** The namespaces that are mirrored; empty means all. */
    List<String> namespaces();
}
