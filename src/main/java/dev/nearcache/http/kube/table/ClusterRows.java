package dev.nearcache.http.kube.table;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of what the cluster itself runs by: its APIs, its controllers' notes, its addresses. */
final class ClusterRows {
    static final Map<String, RowMaker> ROWS = Map.ofEntries(
            entry("leases.coordination.k8s.io", ClusterRows::lease),
            entry("controllerrevisions.apps", ClusterRows::revision),
            entry("runtimeclasses.node.k8s.io", ClusterRows::runtimeClass),
            entry("componentstatuses", ClusterRows::component),
            entry("apiservices.apiregistration.k8s.io", ClusterRows::apiService),
            entry("customresourcedefinitions.apiextensions.k8s.io", ClusterRows::definition),
            entry("storageversionmigrations.storagemigration.k8s.io", ClusterRows::migration),
            entry("servicecidrs.networking.k8s.io", ClusterRows::serviceCidr),
            entry("ipaddresses.networking.k8s.io", ClusterRows::address));

    private ClusterRows() {}

    private static Row lease(JsonNode lease, Instant now) {
        return new Cells()
                .name(lease)
                .text(Fields.text(lease, "spec", "holderIdentity"))
                .age(lease, now)
                .row();
    }

    private static Row revision(JsonNode revision, Instant now) {
        return new Cells()
                .name(revision)
                .text(controller(revision))
                .number(Fields.number(revision, "revision"))
                .age(revision, now)
                .row();
    }

    private static String controller(JsonNode object) {
        return Fields.at(object, "metadata", "ownerReferences")
                .valueStream()
                .filter(owner -> Fields.flag(owner, "controller"))
                .findFirst()
                .map(owner -> kind(owner) + "/" + Fields.text(owner, "name"))
                .orElse("<none>");
    }

    /** {@code statefulset.apps}. */
    private static String kind(JsonNode owner) {
        String version = Fields.text(owner, "apiVersion");
        int slash = version.indexOf('/');
        String group = slash < 0 ? "" : "." + version.substring(0, slash);
        return Fields.text(owner, "kind").toLowerCase(Locale.ROOT) + group;
    }

    private static Row runtimeClass(JsonNode runtimeClass, Instant now) {
        return new Cells()
                .name(runtimeClass)
                .text(Fields.text(runtimeClass, "handler"))
                .age(runtimeClass, now)
                .row();
    }

    private static Row component(JsonNode component, Instant now) {
        JsonNode healthy = Fields.at(component, "conditions")
                .valueStream()
                .filter(condition -> Fields.text(condition, "type").equals("Healthy"))
                .findFirst()
                .orElseGet(() -> Fields.at(component, "no", "condition"));
        return new Cells()
                .name(component)
                .text(Conditions.isTrue(healthy) ? "Healthy" : "Unhealthy")
                .text(Fields.text(healthy, "message"))
                .text(Fields.text(healthy, "error"))
                .row();
    }

    private static Row apiService(JsonNode service, Instant now) {
        JsonNode backend = Fields.at(service, "spec", "service");
        String available = Conditions.first(service, "Available")
                .map(ClusterRows::availability)
                .orElse("Unknown");
        return new Cells()
                .name(service)
                .text(
                        backend.isMissingNode()
                                ? "Local"
                                : Fields.text(backend, "namespace") + "/" + Fields.text(backend, "name"))
                .text(available)
                .age(service, now)
                .row();
    }

    private static String availability(JsonNode condition) {
        String status = Fields.text(condition, "status");
        return Conditions.isTrue(condition) ? status : status + " (" + Fields.text(condition, "reason") + ")";
    }

    private static Row definition(JsonNode definition, Instant now) {
        JsonNode spec = Fields.at(definition, "spec");
        String served = Fields.at(spec, "versions")
                .valueStream()
                .filter(version -> Fields.flag(version, "served"))
                .map(version -> Fields.text(version, "name") + (Fields.flag(version, "storage") ? "(storage)" : ""))
                .sorted()
                .collect(Collectors.joining(","));
        return new Cells()
                .name(definition)
                .text(Fields.text(spec, "scope"))
                .text(served)
                .text(Fields.textOr(CreatedRow.NEVER, definition, "metadata", "creationTimestamp"))
                .text(Fields.text(spec, "group"))
                .text(Fields.text(spec, "names", "kind"))
                .text(Joined.fields(Fields.at(spec, "names", "shortNames")))
                .flag(Conditions.holds(definition, "Established"))
                .row();
    }

    private static Row migration(JsonNode migration, Instant now) {
        JsonNode resource = Fields.at(migration, "spec", "resource");
        String group = Fields.text(resource, "group");
        return new Cells()
                .name(migration)
                .text(Fields.text(resource, "resource") + (group.isEmpty() ? "" : "." + group))
                .text(Stream.of("Succeeded", "Failed", "Running")
                        .filter(state -> Conditions.holds(migration, state))
                        .findFirst()
                        .orElse("Unknown"))
                .row();
    }

    private static Row serviceCidr(JsonNode cidr, Instant now) {
        return new Cells()
                .name(cidr)
                .text(Joined.fields(Fields.at(cidr, "spec", "cidrs")))
                .age(cidr, now)
                .row();
    }

    /** With an age, though there is no column for it: as the API server tells it. */
    private static Row address(JsonNode address, Instant now) {
        return new Cells()
                .name(address)
                .text(parent(Fields.at(address, "spec", "parentRef")))
                .age(address, now)
                .row();
    }

    /** {@code services/shop/front}, {@code things.example.com/front}. */
    private static String parent(JsonNode parent) {
        if (parent.isMissingNode()) {
            return "<none>";
        }
        String group = Fields.text(parent, "group");
        String namespace = Fields.text(parent, "namespace");
        return Fields.text(parent, "resource")
                + (group.isEmpty() ? "" : "." + group)
                + (namespace.isEmpty() ? "" : "/" + namespace)
                + "/"
                + Fields.text(parent, "name");
    }
}
