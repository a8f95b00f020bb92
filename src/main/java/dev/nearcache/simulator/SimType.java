package dev.nearcache.simulator;

import java.util.List;
import java.util.Locale;

/**
 * A type that the simulator serves.
 *
 * @param group API group, empty for the core group
 * @param version API version, for example {@code v1}
 * @param plural the name in paths
 * @param kind the kind of one object
 * @param listKind the kind of a list
 * @param scope whether objects live in namespaces
 * @param origin built-in and custom types differ in how lists are written (kubernetes-api.md 2.4)
 * @param shortNames what kubectl accepts besides
 */
public record SimType(
        String group,
        String version,
        String plural,
        String kind,
        String listKind,
        Scope scope,
        Origin origin,
        List<String> shortNames) {

    /** Where objects live. */
    public enum Scope {
        /** In a namespace. */
        NAMESPACED,
        /** In the cluster. */
        CLUSTER
    }

    /** Who defined the type. */
    public enum Origin {
        /** Part of Kubernetes: list items carry neither kind nor apiVersion. */
        BUILT_IN,
        /** A CustomResourceDefinition: items name their kind, keys are alphabetical, so metadata follows the items. */
        CUSTOM
    }

    public SimType {
        shortNames = List.copyOf(shortNames);
    }

    /** A namespaced custom type. */
    public static SimType custom(String group, String version, String plural, String kind) {
        return new SimType(group, version, plural, kind, kind + "List", Scope.NAMESPACED, Origin.CUSTOM, List.of());
    }

    /** What the simulator serves unless told otherwise. */
    public static List<SimType> standard() {
        return List.of(
                builtIn("", "v1", "pods", "Pod", Scope.NAMESPACED, "po"),
                builtIn("", "v1", "services", "Service", Scope.NAMESPACED, "svc"),
                builtIn("", "v1", "configmaps", "ConfigMap", Scope.NAMESPACED, "cm"),
                builtIn("", "v1", "secrets", "Secret", Scope.NAMESPACED),
                builtIn("", "v1", "nodes", "Node", Scope.CLUSTER, "no"),
                builtIn("", "v1", "namespaces", "Namespace", Scope.CLUSTER, "ns"),
                builtIn("apps", "v1", "deployments", "Deployment", Scope.NAMESPACED, "deploy"),
                builtIn("apps", "v1", "replicasets", "ReplicaSet", Scope.NAMESPACED, "rs"),
                builtIn("coordination.k8s.io", "v1", "leases", "Lease", Scope.NAMESPACED),
                custom("example.com", "v1", "widgets", "Widget"));
    }

    private static SimType builtIn(
            String group, String version, String plural, String kind, Scope scope, String... shortNames) {
        return new SimType(group, version, plural, kind, kind + "List", scope, Origin.BUILT_IN, List.of(shortNames));
    }

    /** The name by which this room's methods take a type: {@code pods}, {@code deployments.apps}. */
    public String name() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    /** The apiVersion of its objects. */
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    String singular() {
        return kind.toLowerCase(Locale.ROOT);
    }

    boolean namespaced() {
        return scope == Scope.NAMESPACED;
    }

    boolean custom() {
        return origin == Origin.CUSTOM;
    }

    /** The first fields of an object of this type, up to and including the comma. */
    String objectHead() {
        return custom()
                ? "{\"apiVersion\":\"" + apiVersion() + "\",\"kind\":\"" + kind + "\","
                : "{\"kind\":\"" + kind + "\",\"apiVersion\":\"" + apiVersion() + "\",";
    }
}
