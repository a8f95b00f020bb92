package dev.nearcache.twin;

import java.util.List;
import java.util.Map;

/**
 * All that one client did with one script.
 *
 * @param moments in their order
 * @param store what it held at the end: uid and version, with a space between them, by key
 * @param problem why it did not come to the script's end; empty if it did
 */
record Trace(List<Moment> moments, Map<String, String> store, String problem) {
    Trace {
        moments = List.copyOf(moments);
        store = Map.copyOf(store);
    }
}
