package dev.nearcache.soak;

import java.util.EnumSet;
import java.util.List;
import java.util.random.RandomGenerator;

/** The types that the soak mirrors, named as the configuration names them. */
enum SoakType {
    PODS("pods", "/api/v1", "pods", 200),
    CONFIGMAPS("configmaps", "/api/v1", "configmaps", 120),
    NODES("nodes", "/api/v1", "nodes", 12),
    DEPLOYMENTS("deployments.apps", "/apis/apps/v1", "deployments", 60),
    LEASES("leases.coordination.k8s.io", "/apis/coordination.k8s.io/v1", "leases", 12),
    WIDGETS("widgets.example.com", "/apis/example.com/v1", "widgets", 60),
    /** Mirrored in some namespaces only, each by a list and watch of its own. */
    SERVICES("services", "/api/v1", "services", 24),
    /** Changes now and then in silence; no other trouble of its own keeps it from being right soon. */
    REPLICASETS("replicasets.apps", "/apis/apps/v1", "replicasets", 20);

    /** The namespaces of applications. */
    static final List<String> TEAMS = List.of("team-00", "team-01", "team-02", "team-03");

    /** What its watchers can rely on. */
    enum Order {
        /** Changes come by their versions. */
        OF_THE_TYPE,
        /** Changes of each object do; those of another may come late. */
        OF_EACH_OBJECT
    }

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

    /** One of those to which everything happens. */
    static SoakType drawTroubled(RandomGenerator random) {
        return Draw.of(List.copyOf(EnumSet.complementOf(EnumSet.of(REPLICASETS))), random);
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

    /** The namespaces that the sidecar mirrors; empty for all. */
    List<String> namespaces() {
        return this == SERVICES ? TEAMS.subList(0, 3) : List.of();
    }

    /** Whether the sidecar mirrors it there. */
    boolean covers(String namespace) {
        return namespaces().isEmpty() || namespaces().contains(namespace);
    }

    /** The namespaces that one may ask for. */
    List<String> homes() {
        return namespaces().isEmpty() ? TEAMS : namespaces();
    }

    Order order() {
        return this == SERVICES || this == REPLICASETS ? Order.OF_EACH_OBJECT : Order.OF_THE_TYPE;
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
