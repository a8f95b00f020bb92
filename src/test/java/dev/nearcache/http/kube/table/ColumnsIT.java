package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares {@code columns.json} with what a real API server tells of each of its types. With
 * {@code -Dnearcache.columns=write} it writes the file instead, as for a new version of Kubernetes.
 */
@Tag("testbed")
@Timeout(180)
class ColumnsIT {
    private static final Path FILE = Path.of("src/main/resources/dev/nearcache/http/kube/table/columns.json");

    @TempDir
    Path directory;

    @Test
    void columnsAreThoseOfTheApiServer() throws Exception {
        try (Testbed testbed = Testbed.start(directory)) {
            // When
            String told = text(columns(TestbedClient.of(testbed)));

            // Then
            if ("write".equals(System.getProperty("nearcache.columns"))) {
                Files.writeString(FILE, told);
            }
            assertEquals(told, Files.readString(FILE));
        }
    }

    private static Map<String, JsonNode> columns(TestbedClient client) {
        Map<String, JsonNode> columns = new TreeMap<>();
        for (String version : versions(client)) {
            String path = version.equals("v1") ? "/api/v1" : "/apis/" + version;
            for (JsonNode type : client.json(path, "application/json").path("resources")) {
                String plural = type.path("name").asText();
                if (type.path("verbs").toString().contains("\"list\"") && !plural.contains("/")) {
                    JsonNode table = client.json(path + "/" + plural + "?limit=1", TestbedClient.TABLE);
                    JsonNode told = table.path("columnDefinitions");
                    assertTrue(told.isArray(), () -> plural + " of " + version + " is no table: " + table);
                    JsonNode before = columns.put(name(plural, version), told);
                    assertTrue(before == null || before.equals(told), () -> plural + " differs in " + version);
                }
            }
        }
        return columns;
    }

    private static List<String> versions(TestbedClient client) {
        List<String> versions = new ArrayList<>(List.of("v1"));
        for (JsonNode group : client.json("/apis", "application/json").path("groups")) {
            group.path("versions")
                    .forEach(one -> versions.add(one.path("groupVersion").asText()));
        }
        return versions;
    }

    private static String name(String plural, String version) {
        int slash = version.indexOf('/');
        return slash < 0 ? plural : plural + "." + version.substring(0, slash);
    }

    /** A column a line, so that changes can be seen. */
    private static String text(Map<String, JsonNode> columns) {
        return columns.entrySet().stream()
                .map(type -> "\"" + type.getKey() + "\": [\n" + lines(type.getValue()) + "\n]")
                .collect(Collectors.joining(",\n", "{\n", "\n}\n"));
    }

    private static String lines(JsonNode columns) {
        List<String> lines = new ArrayList<>();
        columns.forEach(column -> lines.add("  " + column));
        return String.join(",\n", lines);
    }
}
