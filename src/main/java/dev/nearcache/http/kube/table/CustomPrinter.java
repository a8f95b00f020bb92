package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows objects of a custom type by the columns in its definition (kubernetes-api.md 2.7, "CRDs"). */
public final class CustomPrinter implements Printer {
    /** The name and the time of creation, as any type has them. */
    private static final List<Column> CREATED = Printers.created().columns();

    private static final Column NAME = CREATED.get(0);
    private static final Column AGE =
            new Column("Age", "date", "", CREATED.get(1).description(), 0);

    private final List<Column> columns;
    private final List<JsonPath> paths;

    private CustomPrinter(List<Column> columns, List<JsonPath> paths) {
        this.columns = List.copyOf(columns);
        this.paths = List.copyOf(paths);
    }

    /** Name and age: of a type whose definition says nothing, or cannot be read. */
    public static CustomPrinter plain() {
        try {
            return new CustomPrinter(List.of(NAME, AGE), List.of(JsonPath.parse(".metadata.creationTimestamp")));
        } catch (PathException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The printer of a version of a type; empty if the definition has no such version. */
    public static Optional<Printer> of(JsonNode definition, String version) {
        return Fields.at(definition, "spec", "versions")
                .valueStream()
                .filter(one -> Fields.text(one, "name").equals(version))
                .findFirst()
                .map(one -> of(Fields.at(one, "additionalPrinterColumns")));
    }

    /** A path that cannot be read ends the columns: kube-apiserver shows those before it. */
    private static Printer of(JsonNode definitions) {
        if (definitions.isEmpty()) {
            return plain();
        }
        List<Column> columns = new ArrayList<>(List.of(NAME));
        List<JsonPath> paths = new ArrayList<>();
        try {
            for (JsonNode column : definitions) {
                paths.add(JsonPath.parse(Fields.text(column, "jsonPath")));
                columns.add(column(column));
            }
        } catch (PathException unreadable) {
            return new CustomPrinter(columns, paths);
        }
        return new CustomPrinter(columns, paths);
    }

    private static Column column(JsonNode column) {
        return new Column(
                Fields.text(column, "name"),
                Fields.text(column, "type"),
                Fields.text(column, "format"),
                Fields.textOr(
                        "Custom resource definition column (in JSONPath format): " + Fields.text(column, "jsonPath"),
                        column,
                        "description"),
                (int) Fields.number(column, "priority"));
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public Row row(JsonNode object, Instant now) {
        List<JsonNode> cells = new ArrayList<>();
        cells.add(TextNode.valueOf(Fields.text(object, "metadata", "name")));
        for (int index = 0; index < paths.size(); index++) {
            String type = columns.get(index + 1).type();
            cells.add(paths.get(index)
                    .first(object)
                    .flatMap(value -> cell(type, value, now))
                    .orElse(NullNode.getInstance()));
        }
        return Row.of(cells);
    }

    /** What is of another type than its column is not shown. */
    private static Optional<JsonNode> cell(String type, JsonNode value, Instant now) {
        return switch (type) {
            case "string" -> Optional.of(TextNode.valueOf(GoText.of(value)));
            case "integer" ->
                Optional.of(value).filter(JsonNode::isNumber).map(number -> LongNode.valueOf(GoNumber.whole(number)));
            case "number" -> Optional.of(value).filter(JsonNode::isNumber).map(CustomPrinter::real);
            case "boolean" -> Optional.of(value).filter(JsonNode::isBoolean);
            case "date" -> Optional.of(value).filter(JsonNode::isTextual).map(date -> TextNode.valueOf(age(date, now)));
            default -> Optional.empty();
        };
    }

    private static String age(JsonNode date, Instant now) {
        boolean none = date.textValue().isEmpty() || date.textValue().equals("null");
        return none || Ages.instant(date).isPresent() ? Ages.since(date, now) : "<invalid>";
    }

    /** As Go writes it. */
    private static JsonNode real(JsonNode number) {
        return JsonNodeFactory.instance.rawValueNode(new RawValue(GoNumber.json(number.doubleValue())));
    }
}
