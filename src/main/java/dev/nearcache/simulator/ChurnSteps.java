package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.simulator.Change.Telling;
import dev.nearcache.time.Timers;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The changes that a living cluster makes, drawn at random. Confined to the simulator's context. */
final class ChurnSteps {
    private final Cluster cluster;
    private final Writes writes;
    private final Timers timers;
    private final Names names;
    private final RandomGenerator random;
    private final List<Step> steps = List.of(
            new Step(45, "pods", this::flipReadiness),
            new Step(10, "pods", this::restart),
            new Step(8, "pods", this::replace),
            new Step(10, "leases.coordination.k8s.io", this::renew),
            new Step(7, "deployments.apps", this::scale),
            new Step(5, "nodes", this::heartbeat),
            new Step(5, "configmaps", this::revise),
            new Step(10, "widgets.example.com", this::resize));

    ChurnSteps(Cluster cluster, Writes writes, Timers timers, Names names, RandomGenerator random) {
        this.cluster = cluster;
        this.writes = writes;
        this.timers = timers;
        this.names = names;
        this.random = random;
    }

    /** Changes one object; nothing if there is none of any type that changes. */
    void one() {
        List<Step> possible = steps.stream()
                .filter(step -> cluster.find(step.type)
                        .filter(state -> !state.objects().isEmpty())
                        .isPresent())
                .toList();
        int total = possible.stream().mapToInt(Step::weight).sum();
        if (total == 0) {
            return;
        }
        int drawn = random.nextInt(total);
        for (Step step : possible) {
            drawn -= step.weight;
            if (drawn < 0) {
                run(step);
                return;
            }
        }
    }

    private void run(Step step) {
        TypeState state = cluster.type(step.type);
        Optional<SimObject> object = state.pick(random);
        object.ifPresent(picked -> step.change.apply(state, picked));
    }

    private void flipReadiness(TypeState state, SimObject pod) {
        ObjectNode tree = pod.tree();
        JsonNode first = tree.path("status").path("containerStatuses").path(0);
        boolean ready = !first.path("ready").asBoolean(true);
        if (first instanceof ObjectNode container) {
            container.put("ready", ready);
        }
        for (JsonNode condition : tree.path("status").path("conditions")) {
            if (condition instanceof ObjectNode known
                    && known.path("type").asText().endsWith("Ready")) {
                known.put("status", ready ? "True" : "False").put("lastTransitionTime", now());
            }
        }
        Json.child(Json.child(tree, "metadata"), "annotations").put("simulator.nearcache.dev/probed", exactNow());
        update(state, pod, tree);
    }

    private void restart(TypeState state, SimObject pod) {
        ObjectNode tree = pod.tree();
        ArrayNode statuses = tree.path("status").path("containerStatuses") instanceof ArrayNode known
                ? known
                : Json.child(tree, "status").putArray("containerStatuses");
        ObjectNode container = statuses.path(0) instanceof ObjectNode known ? known : statuses.addObject();
        container.put("restartCount", container.path("restartCount").asInt(0) + 1);
        Json.child(Json.child(container, "state"), "running").put("startedAt", now());
        Json.child(Json.child(container, "lastState"), "terminated")
                .put("exitCode", 1)
                .put("reason", "Error")
                .put("finishedAt", now());
        update(state, pod, tree);
    }

    /** A pod goes and another of the same application comes. */
    private void replace(TypeState state, SimObject pod) {
        ObjectNode tree = pod.tree();
        String owner = tree.path("metadata")
                .path("ownerReferences")
                .path(0)
                .path("name")
                .asText("pod");
        ObjectNode metadata = Json.child(tree, "metadata");
        metadata.remove(List.of("resourceVersion", "uid", "creationTimestamp", "generation"));
        metadata.put("name", owner + "-" + names.suffix());
        writes.delete(state, pod, Telling.TOLD);
        if (state.get(SimObject.key(pod.namespace(), metadata.path("name").asText())) == null) {
            writes.create(state, pod.namespace(), tree, Telling.TOLD);
        }
    }

    private void renew(TypeState state, SimObject lease) {
        ObjectNode tree = lease.tree();
        Json.child(tree, "spec").put("renewTime", exactNow());
        update(state, lease, tree);
    }

    private void scale(TypeState state, SimObject deployment) {
        ObjectNode tree = deployment.tree();
        ObjectNode spec = Json.child(tree, "spec");
        int replicas = spec.path("replicas").asInt(1);
        int next = replicas > 1 && random.nextBoolean() ? replicas - 1 : replicas + 1;
        spec.put("replicas", next);
        Json.child(tree, "status").put("replicas", next);
        update(state, deployment, tree);
    }

    private void heartbeat(TypeState state, SimObject node) {
        ObjectNode tree = node.tree();
        for (JsonNode condition : tree.path("status").path("conditions")) {
            if (condition instanceof ObjectNode known) {
                known.put("lastHeartbeatTime", now());
            }
        }
        Json.child(Json.child(tree, "metadata"), "annotations").put("simulator.nearcache.dev/heartbeat", exactNow());
        update(state, node, tree);
    }

    private void revise(TypeState state, SimObject configMap) {
        ObjectNode tree = configMap.tree();
        ObjectNode data = Json.child(tree, "data");
        data.put("revision", Long.toString(data.path("revision").asLong(0) + 1));
        update(state, configMap, tree);
    }

    private void resize(TypeState state, SimObject widget) {
        ObjectNode tree = widget.tree();
        ObjectNode spec = Json.child(tree, "spec");
        spec.put("size", spec.path("size").asInt(0) % 100 + 1 + random.nextInt(5));
        update(state, widget, tree);
    }

    private void update(TypeState state, SimObject object, ObjectNode tree) {
        writes.update(state, object, tree, Telling.TOLD);
    }

    private String now() {
        return timers.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private String exactNow() {
        return timers.now().truncatedTo(ChronoUnit.MICROS).toString();
    }

    private record Step(int weight, String type, Deed change) {}

    private interface Deed {
        void apply(TypeState state, SimObject object);
    }
}
