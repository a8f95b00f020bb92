package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The rows of devices and of the claims to them. */
final class DeviceRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("deviceclasses.resource.k8s.io", DeviceRows::aged),
            entry("resourceclaims.resource.k8s.io", DeviceRows::claim),
            entry("resourceclaimtemplates.resource.k8s.io", DeviceRows::aged),
            entry("devicetaintrules.resource.k8s.io", DeviceRows::taintRule),
            entry("resourceslices.resource.k8s.io", DeviceRows::slice));

    private DeviceRows() {}

    private static Row aged(JsonNode object, Instant now) {
        return new Cells().name(object).age(object, now).row();
    }

    private static Row claim(JsonNode claim, Instant now) {
        return new Cells().name(claim).text(state(claim)).age(claim, now).row();
    }

    private static String state(JsonNode claim) {
        List<String> states = new ArrayList<>();
        if (Fields.has(claim, "metadata", "deletionTimestamp")) {
            states.add("deleted");
        }
        if (Fields.has(claim, "status", "allocation")) {
            states.add("allocated");
        }
        if (!Fields.at(claim, "status", "reservedFor").isEmpty()) {
            states.add("reserved");
        }
        return states.isEmpty() ? "pending" : String.join(",", states);
    }

    private static Row taintRule(JsonNode rule, Instant now) {
        JsonNode taint = Fields.at(rule, "spec", "taint");
        JsonNode added = Fields.at(taint, "timeAdded");
        return new Cells()
                .name(rule)
                .text(Fields.text(taint, "key"))
                .text(Fields.text(taint, "value"))
                .text(Fields.text(taint, "effect"))
                .text(added.isMissingNode() ? "" : Ages.since(added, now))
                .age(rule, now)
                .row();
    }

    private static Row slice(JsonNode slice, Instant now) {
        JsonNode spec = Fields.at(slice, "spec");
        return new Cells()
                .name(slice)
                .text(Fields.text(spec, "nodeName"))
                .text(Fields.text(spec, "driver"))
                .text(Fields.text(spec, "pool", "name"))
                .age(slice, now)
                .row();
    }
}
