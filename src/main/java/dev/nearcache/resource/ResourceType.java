package dev.nearcache.resource;

import java.util.List;
import java.util.Set;

/**
 * A type as the API server serves it.
 *
 * @param group empty for the core group
 * @param version the version that is read
 * @param plural the name in paths
 * @param singular the name of one, perhaps empty
 * @param kind the kind of an object
 * @param listKind the kind of a list
 * @param namespaced whether its objects live in namespaces
 * @param shortNames kubectl's abbreviations
 * @param access how it can be followed
 */
public record ResourceType(
        String group,
        String version,
        String plural,
        String singular,
        String kind,
        String listKind,
        boolean namespaced,
        List<String> shortNames,
        Access access) {

    /** How changes of a type can be seen. */
    public enum Access {
        /** By watching. */
        WATCHED,
        /** Only by listing again, as metrics and component statuses. */
        LISTED
    }

    private static final Set<String> BUILT_IN_GROUPS = Set.of(
            "",
            "admissionregistration.k8s.io",
            "apiextensions.k8s.io",
            "apiregistration.k8s.io",
            "apps",
            "authentication.k8s.io",
            "authorization.k8s.io",
            "autoscaling",
            "batch",
            "certificates.k8s.io",
            "coordination.k8s.io",
            "discovery.k8s.io",
            "events.k8s.io",
            "flowcontrol.apiserver.k8s.io",
            "internal.apiserver.k8s.io",
            "networking.k8s.io",
            "node.k8s.io",
            "policy",
            "rbac.authorization.k8s.io",
            "resource.k8s.io",
            "scheduling.k8s.io",
            "storage.k8s.io",
            "storagemigration.k8s.io");

    public ResourceType {
        shortNames = List.copyOf(shortNames);
    }

    /** A type that can be watched, as nearly all can. */
    public ResourceType(
            String group,
            String version,
            String plural,
            String singular,
            String kind,
            String listKind,
            boolean namespaced,
            List<String> shortNames) {
        this(group, version, plural, singular, kind, listKind, namespaced, shortNames, Access.WATCHED);
    }

    /** The same type, its lists being of another kind. */
    public ResourceType withListKind(String other) {
        return new ResourceType(group, version, plural, singular, kind, other, namespaced, shortNames, access);
    }

    /**
     * Whether objects of the other type are read, kept and shown as those of this one: what only helps to find or to
     * head them, as short names, may differ.
     */
    public boolean servesLike(ResourceType other) {
        return group.equals(other.group)
                && version.equals(other.version)
                && plural.equals(other.plural)
                && kind.equals(other.kind)
                && namespaced == other.namespaced
                && access == other.access;
    }

    /** {@code v1}, {@code apps/v1}. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** {@code pods}, {@code deployments.apps}: the name in messages, without the version. */
    public String qualifiedName() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** Whether kube-apiserver itself defines the group: then list items carry no kind (kubernetes-api.md 2.4). */
    public boolean builtIn() {
        return BUILT_IN_GROUPS.contains(group);
    }

    /** {@code /api/v1}, {@code /apis/apps/v1}. */
    public String basePath() {
        return group.isEmpty() ? "/api/" + version : "/apis/" + group + "/" + version;
    }

    /** The path of the collection: of one namespace, or of all when the namespace is empty. */
    public String collectionPath(String namespace) {
        return namespace.isEmpty() ? basePath() + "/" + plural : basePath() + "/namespaces/" + namespace + "/" + plural;
    }

    @Override
    public String toString() {
        return qualifiedName();
    }
}
