package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of who may do what, who asks for a certificate, and whom certificates are trusted for. */
final class AccessRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("rolebindings.rbac.authorization.k8s.io", AccessRows::binding),
            entry("clusterrolebindings.rbac.authorization.k8s.io", AccessRows::binding),
            entry("certificatesigningrequests.certificates.k8s.io", AccessRows::signingRequest),
            entry("podcertificaterequests.certificates.k8s.io", AccessRows::podCertificateRequest),
            entry("clustertrustbundles.certificates.k8s.io", AccessRows::trustBundle));

    private static final String NONE = "<none>";

    private AccessRows() {}

    private static Row binding(JsonNode binding, Instant now) {
        JsonNode subjects = Fields.at(binding, "subjects");
        return new Cells()
                .name(binding)
                .text(Fields.text(binding, "roleRef", "kind") + "/" + Fields.text(binding, "roleRef", "name"))
                .age(binding, now)
                .text(subjects(subjects, "User"))
                .text(subjects(subjects, "Group"))
                .text(subjects(subjects, "ServiceAccount"))
                .row();
    }

    private static String subjects(JsonNode subjects, String kind) {
        return subjects.valueStream()
                .filter(subject -> Fields.text(subject, "kind").equals(kind))
                .map(subject -> subject.has("namespace")
                        ? Fields.text(subject, "namespace") + "/" + Fields.text(subject, "name")
                        : Fields.text(subject, "name"))
                .collect(Collectors.joining(", "));
    }

    private static Row signingRequest(JsonNode request, Instant now) {
        JsonNode spec = Fields.at(request, "spec");
        return new Cells()
                .name(request)
                .age(request, now)
                .text(Fields.textOr(NONE, spec, "signerName"))
                .text(Fields.text(spec, "username"))
                .text(
                        Fields.has(spec, "expirationSeconds")
                                ? Ages.human(Duration.ofSeconds(Fields.number(spec, "expirationSeconds")))
                                : NONE)
                .text(condition(request))
                .row();
    }

    private static Row podCertificateRequest(JsonNode request, Instant now) {
        JsonNode spec = Fields.at(request, "spec");
        return new Cells()
                .name(request)
                .text(Fields.text(spec, "podName"))
                .text(Fields.text(spec, "serviceAccountName"))
                .text(Fields.text(spec, "nodeName"))
                .text(Fields.text(spec, "signerName"))
                .text(Stream.of("Issued", "Denied", "Failed")
                        .filter(outcome -> has(request, outcome))
                        .findFirst()
                        .orElse("Pending"))
                .text(Selectors.labels(Fields.at(spec, "unverifiedUserAnnotations")))
                .row();
    }

    private static Row trustBundle(JsonNode bundle, Instant now) {
        return new Cells()
                .name(bundle)
                .text(Fields.textOr(NONE, bundle, "spec", "signerName"))
                .row();
    }

    private static String condition(JsonNode request) {
        String decision = has(request, "Denied") ? "Denied" : has(request, "Approved") ? "Approved" : "Pending";
        return decision
                + (has(request, "Failed") ? ",Failed" : "")
                + (Fields.text(request, "status", "certificate").isEmpty() ? "" : ",Issued");
    }

    /** A condition of a signing request holds if it is there. */
    private static boolean has(JsonNode request, String type) {
        return Conditions.first(request, type).isPresent();
    }
}
