package dev.nearcache.differential;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.differential.World.Named;
import dev.nearcache.differential.World.Served;
import dev.nearcache.differential.World.Versions;
import dev.nearcache.testing.TestbedClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Looks at what a server holds, so that requests ask for what there is. */
final class Survey {
    /** Pointers to what field selectors of some type know. */
    private static final List<String> FIELDS = List.of(
            "metadata.name",
            "metadata.namespace",
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "spec.hostNetwork",
            "status.phase",
            "status.podIP",
            "status.nominatedNodeName",
            "spec.unschedulable",
            "involvedObject.kind",
            "involvedObject.name",
            "involvedObject.uid",
            "regarding.kind",
            "regarding.name",
            "reason",
            "reportingController",
            "reportingComponent",
            "source",
            "type",
            "spec.clusterIP",
            "spec.type",
            "status.replicas",
            "status.successful",
            "spec.signerName",
            "spec.driver",
            "spec.pool.name",
            "spec.host");

    private Survey() {}

    /** The world, once it is quiet. */
    static World of(TestbedClient client, Map<String, String> paths, long before, List<Long> story) {
        List<Served> types =
                paths.values().stream().map(path -> type(client, path)).toList();
        List<String> namespaces = new ArrayList<>(Population.NAMESPACES);
        namespaces.addAll(List.of("odd", "odd", "default", "kube-system", "empty"));
        return new World(types, List.copyOf(namespaces), new Versions(before, List.copyOf(story)));
    }

    private static Served type(TestbedClient client, String path) {
        JsonNode list = client.json(path, "application/json");
        List<Named> objects = new ArrayList<>();
        TreeSet<String> labels = new TreeSet<>();
        TreeSet<String> fields = new TreeSet<>();
        for (JsonNode item : list.path("items")) {
            JsonNode metadata = item.path("metadata");
            objects.add(new Named(
                    metadata.path("namespace").asText(), metadata.path("name").asText()));
            metadata.path("labels")
                    .properties()
                    .forEach(label ->
                            labels.add(label.getKey() + "=" + label.getValue().asText()));
            for (String field : FIELDS) {
                JsonNode value = item.at("/" + field.replace('.', '/'));
                if (value.isValueNode() || (value.isMissingNode() && Math.floorMod(field.hashCode(), 7) == 0)) {
                    fields.add(field + "=" + value.asText());
                }
            }
        }
        int slash = path.lastIndexOf('/');
        boolean namespaced = objects.stream().anyMatch(key -> !key.namespace().isEmpty());
        return new Served(
                path.substring(0, slash),
                path.substring(slash + 1),
                namespaced,
                List.copyOf(objects),
                List.copyOf(labels),
                List.copyOf(fields));
    }
}
