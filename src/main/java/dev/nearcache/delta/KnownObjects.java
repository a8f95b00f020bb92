package dev.nearcache.delta;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** What the queue needs of the store behind it to see what vanished, and what a resync is to repeat. */
public interface KnownObjects extends Iterable<KubeObject> {
    /** The object under a key as the store's writer sees it now, or null. */
    @Nullable
    KubeObject get(ObjectKey key);

    /** Every object as of now, in key order: what changes while one iterates does not show. */
    @Override
    Iterator<KubeObject> iterator();
}
