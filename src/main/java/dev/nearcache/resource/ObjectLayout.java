package dev.nearcache.resource;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is kept of each object of a type, and what is taken out of it for indexes.
 *
 * <p>Identity ({@code metadata.name, namespace, uid, resourceVersion}) is always kept, whatever the paths say.
 *
 * @param drop paths left out while copying
 * @param keep if not empty, only these paths are kept
 * @param indexes index name to the path of its values, in a fixed order
 * @param values what becomes of the values below {@code data} and {@code stringData}
 */
public record ObjectLayout(
        List<FieldPath> drop, List<FieldPath> keep, Map<String, FieldPath> indexes, ValuePolicy values) {

    /** What becomes of the values below {@code data} and {@code stringData}. */
    public enum ValuePolicy {
        /** They are kept as they are. */
        PLAIN,
        /**
         * Each is replaced by a salted hash, below {@code data} in base64: a change still shows, the value does not (for
         * Secrets).
         */
        HASHED
    }

    public ObjectLayout {
        drop = List.copyOf(drop);
        keep = List.copyOf(keep);
        indexes = Collections.unmodifiableMap(new LinkedHashMap<>(indexes));
    }

    /** Everything kept, nothing indexed. */
    public static ObjectLayout whole() {
        return new ObjectLayout(List.of(), List.of(), Map.of(), ValuePolicy.PLAIN);
    }
}
