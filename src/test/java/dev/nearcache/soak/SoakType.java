package dev.nearcache.soak;

import java.util.List;
import java.util.random.RandomGenerator;

/** The types that the soak mirrors, named as the configuration names them. */
enum SoakType {
    PODS("pods", "/api/v1", "pods", 200),
    CONFIGMAPS("configmaps", "/api/v1", "configmaps", 120),
    NODES("nodes", "/api/v1", "nodes", 12),
    DEPLOYMENTS("deployments.apps", "/apis/apps/v1", "deployments", 60),
    LEASES("leases.coordination.k8s.io", "/apis/coordination.k8s.io/v1", "leases", 12),
    WIDGETS("widgets.example.com", "/apis/example.com/v1", "widgets", 60);

    /** How many namespaces of applications there are. */
    static final int TEAMS = 4;

    private final String resource;
    private final String root;
    private final String plural;
    private final int objects;

    SoakType(String resource, String root, String plural, int objects) {
        this.resource = resource;
        this.root = root;
        this.plural = plural;
        this.objects = objects;
    }

    static SoakType draw(RandomGenerator random) {
        return Draw.of(List.of(values()), random);
    }

    String resource() {
        return resource;
    }

    /** How many there are at the start. */
    int objects() {
        return objects;
    }

    boolean namespaced() {
        return this != NODES;
    }

    boolean onNodes() {
        return this == PODS;
    }

    /** The Kubernetes path of the objects of a namespace, or of all if it is empty. */
    String path(String namespace) {
        return root + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + plural;
    }

    /** The type of that name; it must be one of these. */
    static SoakType of(String resource) {
        for (SoakType type : values()) {
            if (type.resource.equals(resource)) {
                return type;
            }
        }
        throw new IllegalArgumentException("no type " + resource);
    }
}
