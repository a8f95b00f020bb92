package dev.nearcache.delta;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the queue needs of the store behind it to see what vanished, and what a resync is to repeat. */
public interface KnownObjects {
    /** The object under a key as the store's writer sees it now, or null. */
    @Nullable
    KubeObject get(ObjectKey key);

    /** Calls the consumer with every object, in key order. The consumer must not change the store. */
    void forEach(Consumer<KubeObject> consumer);
}
