package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.http.kube.table.CustomColumns.Recorded;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Columns of custom types, and the paths in them, as a real API server read them. */
class CustomPrinterTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static List<Recorded> columns() throws IOException {
        return CustomColumns.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("columns")
    void aCellIsTheApiServersOwn(Recorded column) throws IOException {
        // Given
        Printer printer = CustomPrinter.of(CustomColumns.definition(List.of(column)), "v1alpha1")
                .orElseThrow();

        // When
        List<JsonNode> cells = printer.row(CustomColumns.object(), Instant.parse(CustomColumns.RECORDED_AT))
                .cells();

        // Then: as written, since the digits of a number count; a path that cannot be read ends the columns.
        String odd = column.isReadable() ? "," + column.cell() : "";
        assertEquals(
                CustomColumns.JSON.readTree("[\"one\",\"one\"" + odd + "]"),
                CustomColumns.JSON.readTree(JSON.writeValueAsString(cells)));
        assertEquals(cells.size(), printer.columns().size());
    }

    @Test
    void nameAndAgeAreShownIfTheDefinitionHasNoColumns() throws IOException {
        // Given
        Printer printer =
                CustomPrinter.of(CustomColumns.definition(List.of()), "v1").orElseThrow();

        // Then
        assertEquals(
                List.of("Name string name", "Age date "),
                printer.columns().stream()
                        .map(column -> column.name() + " " + column.type() + " " + column.format())
                        .toList());
        JsonNode object =
                JSON.readTree("{\"metadata\":{\"name\":\"a\",\"creationTimestamp\":\"2026-01-01T00:00:00Z\"}}");
        assertEquals(
                "[\"a\",\"3h\"]",
                JSON.writeValueAsString(printer.row(object, Instant.parse("2026-01-01T03:00:00Z"))
                        .cells()));
        assertEquals(
                "[\"\",null]",
                JSON.writeValueAsString(
                        printer.row(JSON.createObjectNode(), Instant.EPOCH).cells()));
    }

    @Test
    void aColumnIsToldWithItsFormatAndPriority() throws IOException {
        // Given
        JsonNode definition = JSON.readTree("""
                {"spec": {"versions": [{"name": "v1", "additionalPrinterColumns": [
                  {"name": "A", "type": "integer", "format": "int32", "description": "Told.", "priority": 1, "jsonPath": ".a"},
                  {"name": "B", "type": "string", "jsonPath": ".b"}]}]}}
                """);

        // Then
        assertEquals(
                List.of(
                        new Column("A", "integer", "int32", "Told.", 1),
                        new Column("B", "string", "", "Custom resource definition column (in JSONPath format): .b", 0)),
                CustomPrinter.of(definition, "v1").orElseThrow().columns().subList(1, 3));
        assertEquals(Optional.empty(), CustomPrinter.of(definition, "v2"));
    }
}
