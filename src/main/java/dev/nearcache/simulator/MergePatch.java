package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON merge patch, RFC 7396: null removes, objects merge, everything else replaces. */
final class MergePatch {
    private MergePatch() {}

    static ObjectNode apply(ObjectNode target, ObjectNode patch) {
        patch.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                target.remove(field.getKey());
            } else if (field.getValue() instanceof ObjectNode inner) {
                apply(Json.child(target, field.getKey()), inner);
            } else {
                target.set(field.getKey(), field.getValue());
            }
        });
        return target;
    }
}
