package dev.nearcache.upstream;

import dev.nearcache.resource.KubeObject;
import java.util.Optional;

/**
 * What one list may still bring, over all its pages. Counted object by object, so that a list that never ends is given up
 * at the limit. Confined to the thread of the list.
 */
public interface Allowance {
    /** Whatever comes. */
    Allowance UNLIMITED = object -> Optional.empty();

    /** Counts an object that is kept for the list; the answer, if any, is why the list must end here. */
    Optional<UpstreamException> take(KubeObject object);

    /** An object that was counted is no longer kept. */
    default void giveBack(KubeObject object) {}

    /** The list is complete, or given up: what was counted for it counts no more, and nothing more may come. */
    default void close() {}
}
