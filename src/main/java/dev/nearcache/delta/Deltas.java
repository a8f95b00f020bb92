package dev.nearcache.delta;

import dev.nearcache.resource.ObjectKey;
import java.util.List;

/** What was said of one key, oldest first; never empty. */
public record Deltas(List<Delta> list) {
    /** @throws IllegalArgumentException if there are none: "0 length Deltas" have no key (reflector.md 2.1) */
    public Deltas {
        list = List.copyOf(list);
        if (list.isEmpty()) {
            throw new IllegalArgumentException("0 length Deltas object; can't get key");
        }
    }

    /** The key that they are of. */
    public ObjectKey key() {
        return newest().object().key();
    }

    /** The first. */
    public Delta oldest() {
        return list.get(0);
    }

    /** The last, which knows best. */
    public Delta newest() {
        return list.get(list.size() - 1);
    }
}
