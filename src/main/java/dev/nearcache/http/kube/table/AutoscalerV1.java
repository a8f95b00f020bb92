package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * The metrics of a HorizontalPodAutoscaler of version 1 as those of version 2. Version 1 has one field, of the processor;
 * all else stands in annotations, in words of its own, and a value that there was none of is zero there.
 */
final class AutoscalerV1 {
    static final String VERSION = "autoscaling/v1";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ANNOTATION = "autoscaling.alpha.kubernetes.io/";

    /** What the sources of metrics are called, by the types that name them. */
    private static final Map<String, String> SOURCES = Map.of(
            "External", "external",
            "Object", "object",
            "Pods", "pods",
            "Resource", "resource",
            "ContainerResource", "containerResource");

    private AutoscalerV1() {}

    /** What is aimed at: the processor's use first, since its place among the others is not told. */
    static JsonNode metrics(JsonNode autoscaler) {
        ArrayNode metrics = JsonNodeFactory.instance.arrayNode();
        processor(metrics, Fields.at(autoscaler, "spec", "targetCPUUtilizationPercentage"), "target");
        annotated(autoscaler, "metrics").forEach(metric -> metrics.add(translated(metric, "target")));
        return metrics;
    }

    /** What is measured, each at the place of its metric. */
    static JsonNode measured(JsonNode autoscaler) {
        ArrayNode measured = JsonNodeFactory.instance.arrayNode();
        annotated(autoscaler, "current-metrics").forEach(metric -> measured.add(translated(metric, "current")));
        if (measured.isEmpty()) {
            processor(measured, Fields.at(autoscaler, "status", "currentCPUUtilizationPercentage"), "current");
        }
        return measured;
    }

    private static void processor(ArrayNode into, JsonNode use, String side) {
        if (!use.isMissingNode()) {
            ObjectNode metric = into.addObject().put("type", "Resource").putObject("resource");
            metric.put("name", "cpu").putObject(side).set("averageUtilization", use);
        }
    }

    private static JsonNode annotated(JsonNode autoscaler, String name) {
        String text = Fields.text(autoscaler, "metadata", "annotations", ANNOTATION + name);
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException malformed) {
            return JsonNodeFactory.instance.arrayNode();
        }
    }

    private static ObjectNode translated(JsonNode metric, String side) {
        String type = Fields.text(metric, "type");
        String source = SOURCES.getOrDefault(type, "");
        JsonNode told = metric.path(source);
        ObjectNode translated = JsonNodeFactory.instance.objectNode().put("type", type);
        ObjectNode value = translated
                .putObject(source)
                .put("name", Fields.text(told, "name"))
                .putObject(side);
        copy(told, side + "AverageUtilization", value, "averageUtilization");
        copy(told, side + "AverageValue", value, "averageValue");
        copy(told, "averageValue", value, "averageValue");
        if (!value.has("averageValue")) {
            copy(told, side + "Value", value, "value");
        }
        return translated;
    }

    private static void copy(JsonNode from, String name, ObjectNode to, String as) {
        if (from.has(name)) {
            to.set(as, from.get(name));
        }
    }
}
