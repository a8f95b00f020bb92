package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.stream.Collectors;

/** Values as one text, as Go prints them. */
final class GoText {
    private GoText() {}

    /** A single value as it is, objects and lists as compact JSON. */
    static String of(JsonNode value) {
        if (value.isContainerNode()) {
            return json(value);
        } else if (GoNumber.isBroken(value)) {
            return GoNumber.text(value.doubleValue());
        }
        return value.isNull() ? "<no value>" : value.asText();
    }

    /** Keys are sorted, and what means something in HTML is escaped. */
    private static String json(JsonNode value) {
        if (value.isObject()) {
            return value.properties().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(field -> string(field.getKey()) + ":" + json(field.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        } else if (value.isArray()) {
            return value.valueStream().map(GoText::json).collect(Collectors.joining(",", "[", "]"));
        } else if (GoNumber.isBroken(value)) {
            return GoNumber.json(value.doubleValue());
        }
        return value.isTextual() ? string(value.textValue()) : value.toString();
    }

    private static String string(String text) {
        return TextNode.valueOf(text)
                .toString()
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
