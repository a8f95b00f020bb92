package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;

/** The row of a pod. */
final class PodRow {
    private static final String NONE = "<none>";

    private PodRow() {}

    static Row row(JsonNode pod, Instant now) {
        PodStatus status = new PodStatus(pod);
        return new Cells()
                .name(pod)
                .text(status.ready())
                .text(status.reason())
                .text(status.restarts(now))
                .age(pod, now)
                .text(Fields.textOr(NONE, Fields.at(pod, "status", "podIPs").path(0), "ip"))
                .text(Fields.textOr(NONE, pod, "spec", "nodeName"))
                .text(Fields.textOr(NONE, pod, "status", "nominatedNodeName"))
                .text(readinessGates(pod))
                .row(conditions(Fields.text(pod, "status", "phase")));
    }

    private static String readinessGates(JsonNode pod) {
        JsonNode gates = Fields.at(pod, "spec", "readinessGates");
        if (gates.isEmpty()) {
            return NONE;
        }
        long open = Joined.texts(gates, "conditionType").stream()
                .filter(type -> Conditions.holds(pod, type))
                .count();
        return open + "/" + gates.size();
    }

    private static List<Row.Condition> conditions(String phase) {
        return switch (phase) {
            case "Succeeded" -> completed(phase, "The pod has completed successfully.");
            case "Failed" -> completed(phase, "The pod failed.");
            default -> List.of();
        };
    }

    private static List<Row.Condition> completed(String phase, String message) {
        return List.of(new Row.Condition("Completed", "True", phase, message));
    }
}
