package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.nearcache.testing.TestbedClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Odd objects of one type, from {@code tables/TYPE.yaml}: where they are created, and what they are. Their status is set
 * afterwards, as the API server wants it; one with a finalizer is then deleted, so that it stays and is about to go.
 *
 * @param type kubectl's name of the type
 * @param path of the collection
 * @param objects as they are created, with their status
 */
public record TableCorpus(String type, String path, List<JsonNode> objects) {
    /** The namespace of all, but of autoscalers of version 1: that version loses what some of version 2 say. */
    public static final String NAMESPACE = "odd";

    static final Path FOLDER = Path.of("src/test/resources/dev/nearcache/tables");

    private static final YAMLMapper YAML = new YAMLMapper();
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Creates the namespace, and all objects in it. */
    public static List<TableCorpus> createAll(TestbedClient client) {
        ObjectNode namespace = JSON.createObjectNode();
        namespace.putObject("metadata").put("name", NAMESPACE);
        client.create("/api/v1/namespaces", namespace);
        List<TableCorpus> corpora = all();
        corpora.forEach(corpus -> corpus.create(client));
        return corpora;
    }

    /** That of each type. */
    static List<TableCorpus> all() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .map(TableCorpus::read)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static TableCorpus read(Path file) {
        try {
            JsonNode corpus = YAML.readTree(Files.readString(file));
            return new TableCorpus(
                    file.getFileName().toString().replace(".yaml", ""),
                    corpus.path("path").asText(),
                    corpus.path("objects").valueStream().toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Where rows are recorded that a real API server made of these objects. */
    Path record() {
        return FOLDER.resolve(type + ".json");
    }

    private void create(TestbedClient client) {
        for (JsonNode object : objects) {
            ObjectNode created = object.deepCopy();
            JsonNode status = created.remove("status");
            client.create(path, created);
            String one = path + "/" + created.path("metadata").path("name").asText();
            if (status != null) {
                client.merge(one + "/status", JSON.createObjectNode().set("status", status));
            }
            if (created.path("metadata").has("finalizers")) {
                client.delete(one);
            }
        }
    }

    @Override
    public String toString() {
        return type;
    }
}
