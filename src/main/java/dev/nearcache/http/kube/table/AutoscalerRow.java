package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The row of a HorizontalPodAutoscaler, as of its version 2; what version 1 tells is translated. */
final class AutoscalerRow {
    private static final int SHOWN = 2;
    private static final String UNKNOWN = "<unknown>";
    private static final String NIL = "<nil>";

    private AutoscalerRow() {}

    static Row row(JsonNode autoscaler, Instant now) {
        JsonNode spec = Fields.at(autoscaler, "spec");
        boolean first = Fields.text(autoscaler, "apiVersion").equals(AutoscalerV1.VERSION);
        JsonNode metrics = first ? AutoscalerV1.metrics(autoscaler) : Fields.at(spec, "metrics");
        JsonNode measured =
                first ? AutoscalerV1.measured(autoscaler) : Fields.at(autoscaler, "status", "currentMetrics");
        return new Cells()
                .name(autoscaler)
                .text(Fields.text(spec, "scaleTargetRef", "kind") + "/" + Fields.text(spec, "scaleTargetRef", "name"))
                .text(targets(metrics, measured))
                .text(Fields.textOr("<unset>", spec, "minReplicas"))
                .number(Fields.number(spec, "maxReplicas"))
                .number(Fields.number(autoscaler, "status", "currentReplicas"))
                .age(autoscaler, now)
                .row();
    }

    private static String targets(JsonNode metrics, JsonNode statuses) {
        if (metrics.isEmpty()) {
            return "<none>";
        }
        List<String> shown = new ArrayList<>();
        for (int index = 0; index < metrics.size() && index < SHOWN; index++) {
            shown.add(target(metrics.path(index), statuses.path(index)));
        }
        String text = String.join(", ", shown);
        int more = metrics.size() - SHOWN;
        return more > 0 ? text + " + " + more + " more..." : text;
    }

    /** What is measured and what is aimed at; the status of a metric stands at the same place as the metric. */
    private static String target(JsonNode metric, JsonNode status) {
        return switch (Fields.text(metric, "type")) {
            case "External" -> value(Fields.at(metric, "external"), Fields.at(status, "external"));
            case "Object" -> value(Fields.at(metric, "object"), Fields.at(status, "object"));
            case "Pods" -> average(Fields.at(metric, "pods"), Fields.at(status, "pods"));
            case "Resource" -> resource(Fields.at(metric, "resource"), Fields.at(status, "resource"));
            case "ContainerResource" ->
                resource(Fields.at(metric, "containerResource"), Fields.at(status, "containerResource"));
            default -> "<unknown type>";
        };
    }

    private static String value(JsonNode metric, JsonNode status) {
        if (!Fields.has(metric, "target", "averageValue")) {
            return quantity(NIL, status, "value") + "/" + Fields.text(metric, "target", "value");
        }
        return quantity(UNKNOWN, status, "averageValue") + averageTarget(metric) + " (avg)";
    }

    private static String average(JsonNode metric, JsonNode status) {
        return quantity(NIL, status, "averageValue") + averageTarget(metric);
    }

    private static String averageTarget(JsonNode metric) {
        return "/" + Fields.text(metric, "target", "averageValue");
    }

    /** What is measured; unknown without a status, and a word of its own for a status that tells something else. */
    private static String quantity(String other, JsonNode status, String name) {
        return status.isMissingNode() ? UNKNOWN : Fields.textOr(other, status, "current", name);
    }

    private static String resource(JsonNode metric, JsonNode status) {
        String name = Fields.text(metric, "name") + ": ";
        if (Fields.has(metric, "target", "averageValue")) {
            return name + average(metric, status);
        }
        return name + percent(UNKNOWN, status, "current") + "/" + percent("<auto>", metric, "target");
    }

    private static String percent(String instead, JsonNode metric, String side) {
        JsonNode utilization = Fields.at(metric, side, "averageUtilization");
        return utilization.isMissingNode() ? instead : utilization.asText() + "%";
    }
}
