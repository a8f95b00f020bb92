package dev.nearcache.store;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import org.jspecify.annotations.Nullable;

/** What a {@link CacheEvent} will say, before it has its place and versions. */
record Change(
        CacheEvent.Kind kind, KubeObject object, @Nullable KubeObject previous, boolean finalStateUnknown) {
    static Change added(KubeObject object) {
        return new Change(CacheEvent.Kind.ADDED, object, null, false);
    }

    static Change modified(KubeObject previous, KubeObject object) {
        return new Change(CacheEvent.Kind.MODIFIED, object, previous, false);
    }

    static Change deleted(KubeObject previous, KubeObject last) {
        return new Change(CacheEvent.Kind.DELETED, last, previous, false);
    }

    /** A delete that was not seen. */
    static Change vanished(KubeObject known) {
        return new Change(CacheEvent.Kind.DELETED, known, known, true);
    }

    static Change repeated(KubeObject object) {
        return new Change(CacheEvent.Kind.SYNC, object, object, false);
    }

    CacheEvent at(long position, ResourceVersion version, ResourceVersion reached, boolean resumable) {
        return new CacheEvent(position, kind, object, previous, version, reached, resumable, finalStateUnknown);
    }
}
