package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;

/** The rows of what makes pods and keeps them running. */
final class WorkloadRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("pods", PodRow::row),
            entry("podtemplates", WorkloadRows::podTemplate),
            entry("replicationcontrollers", WorkloadRows::replicationController),
            entry("replicasets.apps", WorkloadRows::replicaSet),
            entry("deployments.apps", WorkloadRows::deployment),
            entry("statefulsets.apps", WorkloadRows::statefulSet),
            entry("daemonsets.apps", WorkloadRows::daemonSet));

    private WorkloadRows() {}

    private static Row podTemplate(JsonNode template, Instant now) {
        return containers(new Cells().name(template), Fields.at(template, "template"))
                .text(Selectors.labels(Fields.at(template, "template", "metadata", "labels")))
                .row();
    }

    private static Row replicationController(JsonNode controller, Instant now) {
        return replicas(controller, now)
                .text(Selectors.labels(Fields.at(controller, "spec", "selector")))
                .row();
    }

    private static Row replicaSet(JsonNode set, Instant now) {
        return replicas(set, now).text(selector(set)).row();
    }

    private static Cells replicas(JsonNode owner, Instant now) {
        Cells cells = new Cells()
                .name(owner)
                .number(Fields.number(owner, "spec", "replicas"))
                .number(Fields.number(owner, "status", "replicas"))
                .number(Fields.number(owner, "status", "readyReplicas"))
                .age(owner, now);
        return containers(cells, template(owner));
    }

    private static Row deployment(JsonNode deployment, Instant now) {
        Cells cells = new Cells()
                .name(deployment)
                .text(readyReplicas(deployment))
                .number(Fields.number(deployment, "status", "updatedReplicas"))
                .number(Fields.number(deployment, "status", "availableReplicas"))
                .age(deployment, now);
        // The one type whose selector has words of its own for what cannot be shown.
        return containers(cells, template(deployment))
                .text(Selectors.text(Fields.at(deployment, "spec", "selector")).orElse("<invalid>"))
                .row();
    }

    private static Row statefulSet(JsonNode set, Instant now) {
        return containers(new Cells().name(set).text(readyReplicas(set)).age(set, now), template(set))
                .row();
    }

    private static Row daemonSet(JsonNode set, Instant now) {
        Cells cells = new Cells()
                .name(set)
                .number(Fields.number(set, "status", "desiredNumberScheduled"))
                .number(Fields.number(set, "status", "currentNumberScheduled"))
                .number(Fields.number(set, "status", "numberReady"))
                .number(Fields.number(set, "status", "updatedNumberScheduled"))
                .number(Fields.number(set, "status", "numberAvailable"))
                .text(Selectors.labels(Fields.at(template(set), "spec", "nodeSelector")))
                .age(set, now);
        return containers(cells, template(set)).text(selector(set)).row();
    }

    /** Adds the names and the images of a pod template's containers. */
    static Cells containers(Cells cells, JsonNode template) {
        JsonNode containers = Fields.at(template, "spec", "containers");
        return cells.text(Joined.fields(containers, "name")).text(Joined.fields(containers, "image"));
    }

    private static JsonNode template(JsonNode owner) {
        return Fields.at(owner, "spec", "template");
    }

    private static String readyReplicas(JsonNode owner) {
        return Fields.number(owner, "status", "readyReplicas") + "/" + Fields.number(owner, "spec", "replicas");
    }

    private static String selector(JsonNode owner) {
        return Selectors.orNone(Fields.at(owner, "spec", "selector"));
    }
}
