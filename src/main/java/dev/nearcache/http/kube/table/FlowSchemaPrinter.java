package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Shows flow schemas; in a list, in the order in which requests are matched with them. */
record FlowSchemaPrinter(List<Column> columns) implements Printer {
    private static final Comparator<JsonNode> ORDER = Comparator.comparingLong(FlowSchemaPrinter::precedence)
            .thenComparing(schema -> Fields.text(schema, "metadata", "name"));

    @Override
    public Row row(JsonNode schema, Instant now) {
        JsonNode spec = Fields.at(schema, "spec");
        return new Cells()
                .name(schema)
                .text(Fields.text(spec, "priorityLevelConfiguration", "name"))
                .number(precedence(schema))
                .text(Fields.textOr("<none>", spec, "distinguisherMethod", "type"))
                .age(schema, now)
                .text(Conditions.first(schema, "Dangling")
                        .map(dangling -> Fields.text(dangling, "status"))
                        .orElse("?"))
                .row();
    }

    @Override
    public Optional<Comparator<JsonNode>> order() {
        return Optional.of(ORDER);
    }

    private static long precedence(JsonNode schema) {
        return Fields.number(schema, "spec", "matchingPrecedence");
    }
}
