package dev.nearcache.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.nearcache.http.kube.table.TableCorpus;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.TestbedClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Fills a server with objects of every type, and tells it a story of changes once the sidecar listens. */
final class Population {
    static final List<String> NAMESPACES = List.of("a", "a-b", "b");

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path CUSTOM = Path.of("src/test/resources/dev/nearcache/testbed/widgets.yaml");
    private static final String WIDGETS = "/apis/example.com/v1";
    private static final int MANY = 7;

    private final TestbedClient client;

    Population(TestbedClient client) {
        this.client = client;
    }

    /** Creates everything; the collections of all types, without their namespaces, by kubectl's names of the types. */
    Map<String, String> create() {
        Map<String, String> paths = new TreeMap<>();
        for (TableCorpus corpus : TableCorpus.createAll(client)) {
            // What version 1 of autoscalers loses of version 2 is told by no rule.
            if (!corpus.type().contains(".v1.")) {
                paths.put(corpus.type(), corpus.path().replaceFirst("/namespaces/[^/]+(?=/)", ""));
            }
        }
        createCustom();
        paths.put("clusterroles.rbac.authorization.k8s.io", "/apis/rbac.authorization.k8s.io/v1/clusterroles");
        paths.put("widgets.example.com", WIDGETS + "/widgets");
        client.create("/api/v1/namespaces/default/serviceaccounts", withControlCharacter());
        for (String namespace : NAMESPACES) {
            client.create("/api/v1/namespaces", object(namespace, Map.of("team", namespace)));
            for (int i = 0; i < MANY; i++) {
                Map<String, String> labels = Map.of("even", "" + (i % 2 == 0), "n", "" + i);
                client.create("/api/v1/namespaces/" + namespace + "/configmaps", object("c" + i, labels));
                client.create("/api/v1/namespaces/" + namespace + "/pods", pod("p" + i, labels));
                client.create(WIDGETS + "/namespaces/" + namespace + "/widgets", widget("w" + i, labels));
            }
        }
        return paths;
    }

    private void createCustom() {
        try {
            client.create(
                    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
                    new YAMLMapper().readTree(CUSTOM.toFile()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        Await.until(() -> client.serves(WIDGETS + "/widgets"));
    }

    /** Changes objects of every type; the versions of the changes, in their order. */
    List<Long> tell(Map<String, String> paths) {
        List<Long> versions = new ArrayList<>();
        for (String namespace : NAMESPACES) {
            for (String collection :
                    List.of("/api/v1/%s/configmaps/c", "/api/v1/%s/pods/p", WIDGETS + "/%s/widgets/w")) {
                String one = collection.formatted("namespaces/" + namespace);
                versions.add(label(one + 1, "even", "true"));
                versions.add(label(one + 1, "even", "false"));
                versions.add(label(one + 2, "tier", "front"));
                versions.add(label(one + 3, "n", "33"));
            }
            String configMaps = "/api/v1/namespaces/" + namespace + "/configmaps";
            versions.add(version(client.create(configMaps, object("brief", Map.of("even", "true")))));
            versions.add(label(configMaps + "/brief", "tier", "front"));
            client.delete(configMaps + "/brief");
        }
        paths.values().forEach(path -> versions.add(labelFirst(path, "told")));
        // Events last: a watch of them has no bookmarks, so that nothing else tells the sidecar how far it has come.
        versions.add(labelFirst("/api/v1/events", "ended"));
        return versions;
    }

    private long labelFirst(String path, String value) {
        JsonNode first = client.json(path + "?limit=1", "application/json").at("/items/0/metadata");
        String in = first.path("namespace").asText();
        String scoped = in.isEmpty() ? path : path.replaceFirst("/(\\w+)$", "/namespaces/" + in + "/$1");
        return label(scoped + "/" + first.path("name").asText(), "story", value);
    }

    private long label(String path, String key, String value) {
        JsonNode labels = JSON.createObjectNode().put(key, value);
        return version(client.merge(
                path,
                JSON.createObjectNode().set("metadata", JSON.createObjectNode().set("labels", labels))));
    }

    private static long version(JsonNode object) {
        return object.at("/metadata/resourceVersion").asLong();
    }

    private static ObjectNode object(String name, Map<String, String> labels) {
        ObjectNode object = JSON.createObjectNode();
        object.putObject("metadata").put("name", name).set("labels", JSON.valueToTree(labels));
        return object;
    }

    private static JsonNode withControlCharacter() {
        ObjectNode object = object("control", Map.of());
        object.withObject("/metadata/annotations").put("odd", "a\u007fb");
        return object;
    }

    private static JsonNode pod(String name, Map<String, String> labels) {
        String spec = "{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}],\"nodeName\":\"n%s\"}"
                .formatted(labels.get("even"));
        return object(name, labels).set("spec", View.parsed(spec));
    }

    private static JsonNode widget(String name, Map<String, String> labels) {
        ObjectNode widget = object(name, labels);
        widget.put("apiVersion", "example.com/v1").put("kind", "Widget");
        return widget.set(
                "spec", View.parsed("{\"color\":\"" + name + "\",\"size\":1.50,\"none\":null,\"html\":\"<&>\"}"));
    }
}
