package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rows of what bounds and orders work: budgets, quotas, priorities. */
final class PolicyRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("horizontalpodautoscalers.autoscaling", AutoscalerRow::row),
            entry("poddisruptionbudgets.policy", PolicyRows::disruptionBudget),
            entry("resourcequotas", PolicyRows::quota),
            entry("priorityclasses.scheduling.k8s.io", PolicyRows::priorityClass),
            entry("prioritylevelconfigurations.flowcontrol.apiserver.k8s.io", PolicyRows::priorityLevel));

    private static final String LIMITS = "limits.";

    private PolicyRows() {}

    private static Row disruptionBudget(JsonNode budget, Instant now) {
        return new Cells()
                .name(budget)
                .text(Fields.textOr("N/A", budget, "spec", "minAvailable"))
                .text(Fields.textOr("N/A", budget, "spec", "maxUnavailable"))
                .number(Fields.number(budget, "status", "disruptionsAllowed"))
                .age(budget, now)
                .row();
    }

    private static Row quota(JsonNode quota, Instant now) {
        JsonNode hard = Fields.at(quota, "status", "hard");
        List<String> requests = new ArrayList<>();
        List<String> limits = new ArrayList<>();
        hard.propertyStream().map(Map.Entry::getKey).sorted().forEach(resource -> {
            String used = Fields.textOr("0", quota, "status", "used", resource);
            String text = resource + ": " + used + "/" + Fields.text(hard, resource);
            (resource.startsWith(LIMITS) ? limits : requests).add(text);
        });
        return new Cells()
                .name(quota)
                .text(String.join(", ", requests))
                .text(String.join(", ", limits))
                .age(quota, now)
                .row();
    }

    private static Row priorityClass(JsonNode priorityClass, Instant now) {
        return new Cells()
                .name(priorityClass)
                .number(Fields.number(priorityClass, "value"))
                .flag(Fields.flag(priorityClass, "globalDefault"))
                .age(priorityClass, now)
                .text(Fields.text(priorityClass, "preemptionPolicy"))
                .row();
    }

    private static Row priorityLevel(JsonNode level, Instant now) {
        JsonNode spec = Fields.at(level, "spec");
        JsonNode queuing = Fields.at(spec, "limited", "limitResponse", "queuing");
        Cells cells = new Cells().name(level).text(Fields.text(spec, "type"));
        numberOrNone(cells, Fields.at(spec, "limited", "nominalConcurrencyShares"));
        numberOrNone(cells, Fields.at(queuing, "queues"));
        numberOrNone(cells, Fields.at(queuing, "handSize"));
        numberOrNone(cells, Fields.at(queuing, "queueLengthLimit"));
        return cells.age(level, now).row();
    }

    private static void numberOrNone(Cells cells, JsonNode number) {
        if (number.isMissingNode()) {
            cells.text("<none>");
        } else {
            cells.number(number.longValue());
        }
    }
}
