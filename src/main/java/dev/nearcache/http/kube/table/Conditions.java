package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/** The conditions in an object's status. */
final class Conditions {
    private static final String TRUE = "True";

    private Conditions() {}

    /** The first of a type. */
    static Optional<JsonNode> first(JsonNode object, String type) {
        for (JsonNode condition : Fields.at(object, "status", "conditions")) {
            if (Fields.text(condition, "type").equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    /** Whether the first of a type is true. */
    static boolean holds(JsonNode object, String type) {
        return first(object, type).filter(Conditions::isTrue).isPresent();
    }

    /** Whether one of a type is true, should there be several. */
    static boolean anyHolds(JsonNode object, String type) {
        for (JsonNode condition : Fields.at(object, "status", "conditions")) {
            if (Fields.text(condition, "type").equals(type) && isTrue(condition)) {
                return true;
            }
        }
        return false;
    }

    static boolean isTrue(JsonNode condition) {
        return Fields.text(condition, "status").equals(TRUE);
    }
}
