package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.resource.JsonReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Columns of a custom type, and the cells that a real API server made of them: one each, in a version of the type of its
 * own. A column without a cell has a path that it cannot read.
 */
final class CustomColumns {
    /** When the cells were made; the ages in them are of whole days. */
    static final String RECORDED_AT = "2026-11-30T17:37:07Z";

    /** Numbers are equal if they have the same digits. */
    static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    private static final Path FOLDER = Path.of("src/test/resources/dev/nearcache/custom");

    private CustomColumns() {}

    record Recorded(String type, String path, JsonNode cell) {
        boolean isReadable() {
            return !cell.isMissingNode();
        }
    }

    /** The columns. */
    static List<Recorded> all() throws IOException {
        return JSON.readTree(Files.readString(FOLDER.resolve("columns.json")))
                .valueStream()
                .map(column -> new Recorded(
                        column.path("type").asText(), column.path("path").asText(), column.path("cell")))
                .toList();
    }

    /** The object of which the cells were made, as tables read it. */
    static ObjectNode object() throws IOException {
        return (ObjectNode) JsonReading.tree(Files.readAllBytes(FOLDER.resolve("object.json")));
    }

    /** A definition in which each column is one of version {@code v1alphaN}, N counted from 1, behind one that is fine. */
    static ObjectNode definition(List<Recorded> columns) throws IOException {
        ObjectNode definition = JSON.createObjectNode();
        definition.put("apiVersion", "apiextensions.k8s.io/v1").put("kind", "CustomResourceDefinition");
        definition.putObject("metadata").put("name", "odds.tables.example.com");
        ObjectNode spec =
                definition.putObject("spec").put("group", "tables.example.com").put("scope", "Namespaced");
        spec.putObject("names").put("plural", "odds").put("kind", "Odd");
        ArrayNode versions = spec.putArray("versions");
        addVersion(versions, "v1").put("storage", true);
        for (Recorded column : columns) {
            ArrayNode printed =
                    addVersion(versions, "v1alpha" + versions.size()).putArray("additionalPrinterColumns");
            printed.addObject().put("name", "Fine").put("type", "string").put("jsonPath", ".metadata.name");
            printed.addObject().put("name", "Odd").put("type", column.type()).put("jsonPath", column.path());
        }
        return definition;
    }

    /** A definition of which version {@code v1} has all columns that can be read, every second one only where there is room. */
    static ObjectNode together() throws IOException {
        ObjectNode definition = definition(List.of());
        ArrayNode printed = ((ObjectNode) definition.at("/spec/versions/0")).putArray("additionalPrinterColumns");
        for (Recorded column : all()) {
            if (column.isReadable()) {
                printed.addObject()
                        .put("name", "C" + printed.size())
                        .put("type", column.type())
                        .put("jsonPath", column.path())
                        .put("priority", printed.size() % 2);
            }
        }
        return definition;
    }

    private static ObjectNode addVersion(ArrayNode versions, String name) throws IOException {
        ObjectNode version =
                versions.addObject().put("name", name).put("served", true).put("storage", false);
        version.set(
                "schema",
                JSON.readTree(
                        "{\"openAPIV3Schema\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}"));
        return version;
    }
}
