package dev.nearcache.resource;

import org.jspecify.annotations.Nullable;

/** The objects already held, so that an unchanged one is not built again. Called on the decoder's thread. */
@FunctionalInterface
public interface HeldObjects {
    /** Nothing is held: every object is new. */
    HeldObjects NONE = key -> null;

    /** The object held under a key, or null. */
    @Nullable
    KubeObject get(ObjectKey key);

    /** The same, perhaps without making the key. The text is only good for this call. */
    default @Nullable KubeObject find(KeyText text) {
        return get(text.key());
    }
}
