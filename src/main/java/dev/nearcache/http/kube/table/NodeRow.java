package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Set;
import java.util.TreeSet;

/** The row of a node. */
final class NodeRow {
    private static final String NONE = "<none>";
    private static final String UNKNOWN = "<unknown>";
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";

    private NodeRow() {}

    static Row row(JsonNode node, Instant now) {
        JsonNode info = Fields.at(node, "status", "nodeInfo");
        return new Cells()
                .name(node)
                .text(status(node))
                .text(roles(Fields.at(node, "metadata", "labels")))
                .age(node, now)
                .text(Fields.text(info, "kubeletVersion"))
                .text(address(node, "InternalIP"))
                .text(address(node, "ExternalIP"))
                .text(Fields.textOr(UNKNOWN, info, "osImage"))
                .text(kernel(info))
                .text(Fields.textOr(UNKNOWN, info, "containerRuntimeVersion"))
                .row();
    }

    /** Should there be several conditions {@code Ready}, the last one counts. */
    private static String status(JsonNode node) {
        String status = "Unknown";
        for (JsonNode condition : Fields.at(node, "status", "conditions")) {
            if (Fields.text(condition, "type").equals("Ready")) {
                status = Conditions.isTrue(condition) ? "Ready" : "NotReady";
            }
        }
        return status + (Fields.flag(node, "spec", "unschedulable") ? ",SchedulingDisabled" : "");
    }

    private static String roles(JsonNode labels) {
        Set<String> roles = new TreeSet<>();
        for (var label : labels.properties()) {
            if (label.getKey().startsWith(ROLE_PREFIX)) {
                roles.add(label.getKey().substring(ROLE_PREFIX.length()));
            } else if (label.getKey().equals(ROLE)) {
                roles.add(label.getValue().asText());
            }
        }
        roles.remove("");
        return Joined.or(NONE, String.join(",", roles));
    }

    private static String address(JsonNode node, String type) {
        for (JsonNode address : Fields.at(node, "status", "addresses")) {
            if (Fields.text(address, "type").equals(type)) {
                return Fields.text(address, "address");
            }
        }
        return NONE;
    }

    private static String kernel(JsonNode info) {
        String architecture = Fields.text(info, "architecture");
        return Fields.textOr(UNKNOWN, info, "kernelVersion")
                + (architecture.isEmpty() ? "" : " (" + architecture + ")");
    }
}
