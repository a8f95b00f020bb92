package dev.nearcache.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The routes and {@code openapi.yaml} are equal: every operation with its path and its parameters. */
class OpenApiTest {
    @Test
    void documentAndRoutesAreEqual() throws IOException {
        // Given
        JsonNode document = new YAMLMapper().readTree(Path.of("openapi.yaml").toFile());
        Map<String, Set<String>> documented = new TreeMap<>();
        document.path("paths").properties().forEach(path -> {
            JsonNode get = path.getValue().path("get");
            Set<String> parameters = new TreeSet<>();
            get.path("parameters").forEach(parameter -> {
                JsonNode whole = resolved(document, parameter);
                if (whole.path("in").asText().equals("query")) {
                    parameters.add(whole.path("name").asText());
                }
            });
            documented.put(get.path("operationId").asText() + " " + path.getKey(), parameters);
        });
        // When
        Map<String, Set<String>> served = new TreeMap<>();
        for (Operation operation : Operation.values()) {
            served.put(operation.id() + " " + operation.path(), new TreeSet<>(operation.parameters()));
        }
        // Then
        assertEquals(served, documented);
    }

    private static JsonNode resolved(JsonNode document, JsonNode parameter) {
        String reference = parameter.path("$ref").asText("");
        return reference.isEmpty() ? parameter : document.at(reference.substring(1));
    }
}
