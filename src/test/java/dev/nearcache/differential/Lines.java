package dev.nearcache.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a watch as one tree: {@code events} by type, object and version; their {@code order}; the
 * {@code bookmarks} between them, which come by the clock; the {@code columns} of tables, and which lines told them.
 */
final class Lines {
    private static final String END_MARK = "k8s.io/initial-events-end";

    private final ObjectNode events = JsonNodeFactory.instance.objectNode();
    private final List<String> order = new ArrayList<>();
    private final ArrayNode bookmarks = JsonNodeFactory.instance.arrayNode();
    private final ArrayNode columns = JsonNodeFactory.instance.arrayNode();
    private final List<String> tellColumns = new ArrayList<>();

    private Lines() {}

    static JsonNode of(List<JsonNode> lines) {
        Lines all = new Lines();
        lines.forEach(all::add);
        ObjectNode view = JsonNodeFactory.instance.objectNode();
        view.set("events", all.events);
        view.set("order", TextNode.valueOf(String.join(", ", all.order)));
        view.set("bookmarks", all.bookmarks);
        view.set("columns", all.columns);
        view.set("columnsToldBy", TextNode.valueOf(String.join(", ", all.tellColumns)));
        return view;
    }

    private void add(JsonNode line) {
        String type = line.path("type").asText();
        JsonNode table = line.path("object");
        if (table instanceof ObjectNode object && object.remove("columnDefinitions") instanceof ArrayNode told) {
            tellColumns.add("" + (order.size() + bookmarks.size()));
            if (columns.isEmpty()) {
                columns.addAll(told);
            }
        }
        JsonNode metadata = metadata(table);
        boolean end = metadata.path("annotations").has(END_MARK);
        if (type.equals("BOOKMARK") && !end) {
            bookmarks.add(line);
        } else {
            String name = end ? "END" : type + " " + identity(table, metadata);
            order.add(name);
            events.set(events.has(name) ? name + " again, as event " + order.size() : name, line);
        }
    }

    /** That of the object, also in a table. */
    private static JsonNode metadata(JsonNode object) {
        JsonNode row = object.at("/rows/0/object/metadata");
        return row.isObject() ? row : object.path("metadata");
    }

    private static String identity(JsonNode object, JsonNode metadata) {
        String name = metadata.path("name").asText(object.at("/rows/0/cells/0").asText());
        return metadata.path("namespace").asText() + " " + name + " "
                + metadata.path("resourceVersion").asText();
    }
}
