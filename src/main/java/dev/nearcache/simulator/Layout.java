package dev.nearcache.simulator;

import dev.nearcache.simulator.Population.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How the generated objects hang together: applications in teams' namespaces, each with its objects, on nodes. */
final class Layout {
    /** The types that have a template of their own; others look like widgets. */
    static final Set<String> OWN_TEMPLATE = Set.of(
            "pods",
            "services",
            "configmaps",
            "secrets",
            "nodes",
            "namespaces",
            "deployments.apps",
            "replicasets.apps",
            "leases.coordination.k8s.io",
            "widgets.example.com");

    private static final List<String> SYSTEM_NAMESPACES = List.of("default", "kube-system", "kube-node-lease");
    private static final List<String> WORDS = List.of(
            "checkout", "search", "cart", "payment", "catalog", "mail", "session", "gateway", "stock", "report");
    private static final List<String> TIERS = List.of("frontend", "backend", "batch");
    private static final List<String> COLOURS = List.of("red", "green", "blue");
    private static final int PODS_AN_APP = 10;

    private final long seed;
    private final int apps;
    private final int teams;
    private final int nodes;

    Layout(SimulatorSettings settings) {
        this.seed = settings.seed();
        int deployments = settings.population("deployments.apps");
        this.apps = deployments > 0 ? deployments : Math.max(1, settings.population("pods") / PODS_AN_APP);
        this.teams = Math.max(1, settings.population("namespaces") - SYSTEM_NAMESPACES.size());
        this.nodes = Math.max(1, settings.population("nodes"));
    }

    Place place(SimType type, int index) {
        int app = index % apps;
        String name = switch (type.name()) {
            case "pods" -> replicaSet(app) + "-" + Names.letters(Names.mix(seed, index), 5) + index;
            case "replicasets.apps" -> replicaSet(app) + (index < apps ? "" : "-" + index / apps);
            case "nodes", "leases.coordination.k8s.io" -> node(index);
            case "namespaces" -> namespace(index);
            default -> app(app) + (index < apps ? "" : "-" + index / apps);
        };
        return new Place(type.namespaced() ? home(type, app) : "", name, app);
    }

    private String home(SimType type, int app) {
        return type.plural().equals("leases") ? "kube-node-lease" : team(app % teams);
    }

    String uid(String plural, int index) {
        long kind = plural.hashCode();
        return Names.uid(Names.mix(seed ^ kind, index), Names.mix(seed + kind, ~index));
    }

    /** What the templates' gaps are filled with. */
    Map<String, String> values(int index, int app) {
        Map<String, String> values = new HashMap<>();
        values.put("index", Integer.toString(index));
        values.put("app", app(app));
        values.put("replicaSet", replicaSet(app));
        values.put("replicaSetUid", uid("replicasets", app));
        values.put("deploymentUid", uid("deployments", app));
        values.put("hash", templateHash(app));
        values.put("checksum", hex(app, 4));
        values.put("digest", hex(app + 1L, 4));
        values.put("container", hex(index, 4));
        values.put("tier", TIERS.get(app % TIERS.size()));
        values.put("colour", COLOURS.get(index % COLOURS.size()));
        values.put("node", node(Math.floorMod(Names.mix(seed, index), nodes)));
        values.put("ip", "10." + (index >> 16 & 255) + "." + (index >> 8 & 255) + "." + (index & 255));
        values.put("hostIp", "192.0.2." + (index % nodes % 250 + 1));
        values.put("restarts", Integer.toString(index % 4));
        values.put("replicas", Integer.toString(index % 5 + 1));
        values.put("zone", "eu-west-1" + "abc".charAt(index % 3));
        return values;
    }

    private String namespace(int index) {
        return index < SYSTEM_NAMESPACES.size() ? SYSTEM_NAMESPACES.get(index) : team(index - SYSTEM_NAMESPACES.size());
    }

    private static String team(int number) {
        return "team-" + padded(number, 2);
    }

    private static String node(int number) {
        return "node-" + padded(number, 3);
    }

    private static String app(int number) {
        return WORDS.get(number % WORDS.size()) + "-" + number;
    }

    private String replicaSet(int app) {
        return app(app) + "-" + templateHash(app);
    }

    private String templateHash(int app) {
        return Names.letters(Names.mix(seed, ~app), 9);
    }

    private String hex(long number, int words) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            String word = Long.toHexString(Names.mix(seed + i, number));
            text.append("0".repeat(16 - word.length())).append(word);
        }
        return text.toString();
    }

    private static String padded(int number, int width) {
        String text = Integer.toString(number);
        return "0".repeat(Math.max(0, width - text.length())) + text;
    }
}
