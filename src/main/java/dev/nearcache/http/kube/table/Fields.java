package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/**
 * Fields of objects as kube-apiserver itself sees them when it makes a row: what is not there, or null, is the empty text,
 * zero, false or no list.
 */
final class Fields {
    private Fields() {}

    /** The field at a path, missing if it is null. */
    static JsonNode at(JsonNode object, String... path) {
        JsonNode field = object;
        for (String step : path) {
            field = field.path(step);
        }
        return field.isNull() ? MissingNode.getInstance() : field;
    }

    /** Whether there is such a field, if only an empty one. */
    static boolean has(JsonNode object, String... path) {
        return !at(object, path).isMissingNode();
    }

    static String text(JsonNode object, String... path) {
        return at(object, path).asText();
    }

    /** A text, or what is shown instead of an empty one. */
    static String textOr(String instead, JsonNode object, String... path) {
        String text = text(object, path);
        return text.isEmpty() ? instead : text;
    }

    static long number(JsonNode object, String... path) {
        return at(object, path).asLong();
    }

    static boolean flag(JsonNode object, String... path) {
        return at(object, path).asBoolean();
    }
}
