package dev.nearcache.store;

import dev.nearcache.delta.Delta;
import dev.nearcache.delta.DeltaType;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import java.util.List;

/**
 * The only code that changes what is known: applies deltas to the contents, and says what that changed. What the store
 * holds decides, not what the delta is called (reflector.md 2.4). Confined to one thread.
 *
 * <p>An object of a lower version than the one held is applied like any other, as client-go does: within one watch it
 * can only mean that the API server itself went back. The collection's version does not fall with it.
 */
final class Indexer {
    private Contents contents;

    Indexer(List<String> indexNames) {
        this.contents = Contents.empty(indexNames);
    }

    /** What is known now, published or not. */
    Contents contents() {
        return contents;
    }

    /**
     * Applies a delta.
     *
     * @return nothing if it says nothing new, which leaves the held instance in place; one change; or, if another object
     *     took the key, two that belong together: the old one's deletion, which nobody saw, then the addition
     */
    List<Change> apply(Delta delta) {
        return delta.type().deletes() ? remove(delta) : put(delta);
    }

    /** Lets go of everything, without saying that it was deleted. */
    void clear() {
        contents = Contents.empty(contents.indexNames());
    }

    /** Notes that some of the bodies were stored anew, which has saved so many bytes. */
    void saved(long bytes) {
        contents = contents.saving(bytes);
    }

    private List<Change> put(Delta delta) {
        KubeObject object = delta.object();
        KubeObject held = contents.get(object.key());
        if (held != null && held.sameStateAs(object)) {
            return delta.type() == DeltaType.SYNC ? List.of(Change.repeated(held)) : List.of();
        }
        contents = contents.with(object);
        if (held == null) {
            return List.of(Change.added(object));
        }
        return held.sameObjectAs(object)
                ? List.of(Change.modified(held, object))
                : List.of(Change.vanished(held), Change.added(object));
    }

    private List<Change> remove(Delta delta) {
        ObjectKey key = delta.object().key();
        KubeObject held = contents.get(key);
        if (held == null) {
            return List.of();
        }
        contents = contents.without(key);
        return List.of(delta.finalStateUnknown() ? Change.vanished(held) : Change.deleted(held, delta.object()));
    }
}
