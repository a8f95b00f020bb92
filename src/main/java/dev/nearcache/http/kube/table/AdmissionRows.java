package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;

/** The rows of what judges and changes objects before they are stored. */
final class AdmissionRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("mutatingwebhookconfigurations.admissionregistration.k8s.io", AdmissionRows::webhooks),
            entry("validatingwebhookconfigurations.admissionregistration.k8s.io", AdmissionRows::webhooks),
            entry(
                    "mutatingadmissionpolicies.admissionregistration.k8s.io",
                    (policy, now) -> policy(policy, "mutations", now)),
            entry(
                    "validatingadmissionpolicies.admissionregistration.k8s.io",
                    (policy, now) -> policy(policy, "validations", now)),
            entry("mutatingadmissionpolicybindings.admissionregistration.k8s.io", AdmissionRows::binding),
            entry("validatingadmissionpolicybindings.admissionregistration.k8s.io", AdmissionRows::binding));

    private static final String UNSET = "<unset>";

    private AdmissionRows() {}

    private static Row webhooks(JsonNode configuration, Instant now) {
        return new Cells()
                .name(configuration)
                .number(Fields.at(configuration, "webhooks").size())
                .age(configuration, now)
                .row();
    }

    private static Row policy(JsonNode policy, String rules, Instant now) {
        JsonNode kind = Fields.at(policy, "spec", "paramKind");
        return new Cells()
                .name(policy)
                .number(Fields.at(policy, "spec", rules).size())
                .text(kind.isMissingNode() ? UNSET : Fields.text(kind, "apiVersion") + "/" + Fields.text(kind, "kind"))
                .age(policy, now)
                .row();
    }

    private static Row binding(JsonNode binding, Instant now) {
        return new Cells()
                .name(binding)
                .text(Fields.text(binding, "spec", "policyName"))
                .text(parameter(Fields.at(binding, "spec", "paramRef")))
                .age(binding, now)
                .row();
    }

    private static String parameter(JsonNode reference) {
        if (reference.isMissingNode()) {
            return UNSET;
        }
        return Fields.has(reference, "selector")
                ? StructText.labelSelector(Fields.at(reference, "selector"))
                : Fields.textOr("*", reference, "namespace") + "/" + Fields.text(reference, "name");
    }
}
