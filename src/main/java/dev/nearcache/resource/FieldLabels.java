package dev.nearcache.resource;

import dev.nearcache.resource.FieldSelector.Requirement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What kube-apiserver takes the labels in a field selector for (kubernetes-api.md 4.3). Most are plain paths; here are
 * those that are not: the old names, those with a value where the object has none, and {@code metadata.namespace} of what
 * lives in no namespace; and which labels there are. Any other path may be asked for, too: that is ours, kube-apiserver would refuse it.
 */
public final class FieldLabels {
    private static final String NAMESPACE = "metadata.namespace";

    /** Where a label's value is: the first of these paths that leads to a text, or else this one. */
    private record Source(List<FieldPath> paths, String absent) {
        static Source of(String absent, String... paths) {
            return new Source(List.of(paths).stream().map(FieldPath::parse).toList(), absent);
        }
    }

    private static final Source EMPTY = Source.of("");

    private static final Map<String, Map<String, Source>> SOURCES = Map.of(
            "pods",
            Map.of(
                    "spec.host", Source.of("", "spec.nodeName"),
                    "spec.hostNetwork", Source.of("false", "spec.hostNetwork"),
                    "status.podIPs", EMPTY),
            "nodes",
            Map.of("spec.unschedulable", Source.of("false", "spec.unschedulable")),
            "events",
            Map.of("source", Source.of("", "source.component", "reportingComponent")),
            "replicationcontrollers",
            Map.of("status.replicas", Source.of("0", "status.replicas")),
            "jobs.batch",
            Map.of("status.successful", Source.of("0", "status.succeeded")));

    /** Built-in types that do not even know the label. */
    private static final Set<String> WITHOUT_NAMESPACE = Set.of(
            "nodes",
            "namespaces",
            "certificatesigningrequests.certificates.k8s.io",
            "clustertrustbundles.certificates.k8s.io",
            "podcertificaterequests.certificates.k8s.io",
            "resourceslices.resource.k8s.io");

    /** The labels that the API server itself selects by, beside name and namespace. */
    private static final Map<String, Set<String>> SERVED = Map.ofEntries(
            Map.entry(
                    "pods",
                    Set.of(
                            "spec.host",
                            "spec.hostNetwork",
                            "spec.nodeName",
                            "spec.restartPolicy",
                            "spec.schedulerName",
                            "spec.serviceAccountName",
                            "status.nominatedNodeName",
                            "status.phase",
                            "status.podIP",
                            "status.podIPs")),
            Map.entry("nodes", Set.of("spec.unschedulable")),
            Map.entry("namespaces", Set.of("status.phase")),
            Map.entry("secrets", Set.of("type")),
            Map.entry("services", Set.of("spec.clusterIP", "spec.type")),
            Map.entry("replicationcontrollers", Set.of("status.replicas")),
            Map.entry("jobs.batch", Set.of("status.successful")),
            Map.entry("events", ofEvents("involvedObject", "reportingComponent", "source")),
            Map.entry("events.events.k8s.io", ofEvents("regarding", "reportingController")),
            Map.entry("certificatesigningrequests.certificates.k8s.io", Set.of("spec.signerName")),
            Map.entry("clustertrustbundles.certificates.k8s.io", Set.of("spec.signerName")),
            Map.entry(
                    "podcertificaterequests.certificates.k8s.io",
                    Set.of("spec.nodeName", "spec.podName", "spec.signerName")),
            Map.entry("resourceslices.resource.k8s.io", Set.of("spec.driver", "spec.nodeName", "spec.pool.name")));

    private FieldLabels() {}

    private static Set<String> ofEvents(String object, String... more) {
        Stream<String> fields = Stream.of(
                        "kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath")
                .map(field -> object + "." + field);
        return Stream.of(fields, Stream.of("reason", "type"), Stream.of(more))
                .flatMap(labels -> labels)
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Whether the API server itself selects a type by a label. The fields that the definition of a custom type makes
     * selectable are not known here.
     */
    public static boolean isServed(ResourceType type, String label) {
        return label.equals("metadata.name")
                || label.equals(NAMESPACE)
                || SERVED.getOrDefault(type.qualifiedName(), Set.of()).contains(label);
    }

    /**
     * The selector with each label replaced by what it stands for.
     *
     * @throws IllegalArgumentException in kube-apiserver's words, if the type refuses a label that others have
     */
    public static FieldSelector resolve(ResourceType type, FieldSelector selector) {
        return selector.isEverything()
                ? selector
                : new FieldSelector(selector.requirements().stream()
                        .map(requirement -> resolve(type, requirement))
                        .toList());
    }

    private static Requirement resolve(ResourceType type, Requirement requirement) {
        String label = requirement.label();
        boolean unnamespaced = label.equals(NAMESPACE) && !type.namespaced();
        if (label.equals(NAMESPACE)
                && (WITHOUT_NAMESPACE.contains(type.qualifiedName()) || (unnamespaced && !type.builtIn()))) {
            throw new IllegalArgumentException(refusal(type));
        }
        Source source = unnamespaced
                ? EMPTY
                : SOURCES.getOrDefault(type.qualifiedName(), Map.of()).get(label);
        return source == null
                ? requirement
                : new Requirement(label, source.paths(), source.absent(), requirement.operator(), requirement.value());
    }

    private static String refusal(ResourceType type) {
        return type.group().equals("resource.k8s.io")
                ? "field label not supported for " + type.apiVersion() + ", Kind=" + type.kind() + ": " + NAMESPACE
                : "field label not supported: " + NAMESPACE;
    }
}
