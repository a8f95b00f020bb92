package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/**
 * What one list answer holds.
 *
 * @param version the version of the list
 * @param objects its objects
 * @param continueToken where the next page begins, empty on the last
 * @param remaining objects after this page, 0 if there are none or nobody counted them
 */
record Page(long version, List<SimObject> objects, String continueToken, int remaining) {

    /** The same under another version. */
    Page at(long other) {
        return new Page(other, objects, continueToken, remaining);
    }

    /** The same with one object more, before the others. */
    Page after(SimObject first) {
        List<SimObject> more = new ArrayList<>(objects);
        more.add(0, first);
        return new Page(version, more, continueToken, remaining);
    }

    /** The list's metadata as built-in types have it. */
    ObjectNode metadata() {
        ObjectNode metadata = Json.object().put("resourceVersion", Long.toString(version));
        if (!continueToken.isEmpty()) {
            metadata.put("continue", continueToken);
        }
        return counted(metadata);
    }

    /** The list's metadata as custom types have it. */
    ObjectNode customMetadata() {
        ObjectNode metadata = counted(Json.object().put("continue", continueToken));
        return metadata.put("resourceVersion", Long.toString(version));
    }

    private ObjectNode counted(ObjectNode metadata) {
        return remaining > 0 ? metadata.put("remainingItemCount", remaining) : metadata;
    }
}
