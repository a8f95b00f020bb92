package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Rows of odd objects are those that a real API server gave of them, as {@code TestbedTablesIT} recorded both. */
class RowsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path RECORDS = Path.of("src/test/resources/dev/nearcache/tables");

    private static List<String> recordedTypes() throws IOException {
        try (Stream<Path> files = Files.list(RECORDS)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .map(name -> name.replace(".json", ""))
                    .sorted()
                    .toList();
        }
    }

    private static List<Arguments> recordedRows() throws IOException {
        List<Arguments> rows = new ArrayList<>();
        for (String type : recordedTypes()) {
            JsonNode record = record(type);
            Instant now = Instant.parse(record.path("now").asText());
            record.path("rows").forEach(row -> rows.add(Arguments.of(type, name(row), now, row)));
        }
        return rows;
    }

    private static JsonNode record(String type) throws IOException {
        return JSON.readTree(Files.readString(RECORDS.resolve(type + ".json")));
    }

    private static String name(JsonNode row) {
        return row.path("object").path("metadata").path("name").asText();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("recordedRows")
    void aRowIsTheApiServersOwn(String type, String name, Instant now, JsonNode recorded) throws IOException {
        // Given
        JsonNode rows = record(type).path("rows");
        Iterable<JsonNode> list =
                () -> rows.valueStream().map(other -> other.path("object")).iterator();

        // When
        Row row = Printers.builtIn(PrintersTest.type(type)).ofList(list).row(recorded.path("object"), now);

        // Then: as texts, since a number's type counts too.
        ArrayNode cells = JSON.createArrayNode().addAll(row.cells());
        assertEquals(recorded.path("cells").toString(), cells.toString());
        JsonNode conditions = recorded.has("conditions") ? recorded.path("conditions") : JSON.createArrayNode();
        assertEquals(conditions, JSON.readTree(JSON.writeValueAsString(row.conditions())));
    }

    /** As in a bookmark; and as of an object of which the configuration keeps nothing that its cells show. */
    @ParameterizedTest
    @MethodSource("recordedTypes")
    void fieldsThatAreNotThereAreShownAsTheApiServerShowsThem(String type) throws IOException {
        // Given
        JsonNode nothing = JSON.createObjectNode();

        // When
        Row row = Printers.builtIn(PrintersTest.type(type)).row(nothing, Instant.EPOCH);

        // Then
        assertEquals(
                record(type).path("nothing").toString(),
                JSON.createArrayNode().addAll(row.cells()).toString());
    }

    @Test
    void everyTypeOfACorpusIsRecorded() throws IOException {
        try (Stream<Path> files = Files.list(RECORDS)) {
            List<Path> missing = files.filter(file -> file.toString().endsWith(".yaml"))
                    .map(file -> Path.of(file.toString().replace(".yaml", ".json")))
                    .filter(Files::notExists)
                    .toList();
            assertEquals(List.of(), missing);
        }
        assertFalse(recordedRows().isEmpty());
    }
}
