package dev.nearcache.simulator;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How a simulator starts.
 *
 * @param port port on 127.0.0.1, 0 for any free one
 * @param types what is served
 * @param objects how many objects there are, by type name; a type that is not named has {@link #population}'s number
 * @param seed the same seed gives the same names and the same sequence of changes, but not the same time stamps
 * @param rate changes a second, 0 for none
 * @param history how many changes of a type a watch may replay
 * @param log how many changes of a type {@link SimulatorLog} keeps
 * @param bookmarks time between bookmarks of a watch
 * @param tls who it is over https, which speaks HTTP/2 as well; empty is http
 */
public record SimulatorSettings(
        int port,
        List<SimType> types,
        Map<String, Integer> objects,
        long seed,
        int rate,
        int history,
        int log,
        Duration bookmarks,
        Optional<Tls> tls) {
    private static final Map<String, Integer> DEMO = Map.of(
            "pods", 200,
            "services", 20,
            "configmaps", 30,
            "secrets", 10,
            "nodes", 10,
            "namespaces", 8,
            "deployments.apps", 20,
            "replicasets.apps", 20,
            "leases.coordination.k8s.io", 10,
            "widgets.example.com", 10);

    public SimulatorSettings {
        types = List.copyOf(types);
        objects = Map.copyOf(objects);
        check(port >= 0 && port <= 65_535, "port", "0 to 65535", port);
        check(rate >= 0 && rate <= 10_000, "rate", "0 to 10000 changes a second", rate);
        check(history > 0, "history", "at least 1", history);
        check(log > 0, "log", "at least 1", log);
        check(!bookmarks.isNegative() && !bookmarks.isZero(), "bookmarks", "longer than 0", bookmarks);
        objects.forEach((type, count) -> check(count >= 0, "objects " + type, "0 or more", count));
    }

    /** A small cluster with a change now and then. */
    public static SimulatorSettings demo() {
        return new SimulatorSettings(
                0, SimType.standard(), DEMO, 1, 5, 5_000, 1_000, Duration.ofSeconds(60), Optional.empty());
    }

    /** The same cluster for tests: nothing changes by itself, bookmarks come often, the log keeps a lot. */
    public static SimulatorSettings quiet() {
        return new SimulatorSettings(
                0, SimType.standard(), DEMO, 1, 0, 20_000, 200_000, Duration.ofSeconds(1), Optional.empty());
    }

    /** Listens on this port of 127.0.0.1; 0 takes any free one. */
    public SimulatorSettings withPort(int value) {
        return new SimulatorSettings(value, types, objects, seed, rate, history, log, bookmarks, tls);
    }

    /** Serves these types only. */
    public SimulatorSettings withTypes(List<SimType> value) {
        return new SimulatorSettings(port, value, objects, seed, rate, history, log, bookmarks, tls);
    }

    /** Sets the number of some types' objects; the others keep theirs. */
    public SimulatorSettings withObjects(Map<String, Integer> some) {
        Set<String> names = types.stream().map(SimType::name).collect(Collectors.toCollection(TreeSet::new));
        some.keySet().forEach(type -> check(names.contains(type), "objects", "of the types " + names, type));
        Map<String, Integer> all = new HashMap<>(objects);
        all.putAll(some);
        return new SimulatorSettings(port, types, all, seed, rate, history, log, bookmarks, tls);
    }

    /** No object at all, of any type. */
    public SimulatorSettings withoutObjects() {
        return new SimulatorSettings(port, types, Map.of(), seed, rate, history, log, bookmarks, tls);
    }

    /** Draws objects and changes from this seed. */
    public SimulatorSettings withSeed(long value) {
        return new SimulatorSettings(port, types, objects, value, rate, history, log, bookmarks, tls);
    }

    /** Makes this many changes a second, 0 for none. */
    public SimulatorSettings withRate(int value) {
        return new SimulatorSettings(port, types, objects, seed, value, history, log, bookmarks, tls);
    }

    /** Lets watches replay this many changes of a type. */
    public SimulatorSettings withHistory(int value) {
        return new SimulatorSettings(port, types, objects, seed, rate, value, log, bookmarks, tls);
    }

    /** Keeps this many changes of a type in the log. */
    public SimulatorSettings withLog(int value) {
        return new SimulatorSettings(port, types, objects, seed, rate, history, value, bookmarks, tls);
    }

    /** Sends bookmarks this far apart. */
    public SimulatorSettings withBookmarks(Duration value) {
        return new SimulatorSettings(port, types, objects, seed, rate, history, log, value, tls);
    }

    /** Serves https, by HTTP/2 to clients that offer it. */
    public SimulatorSettings withTls(Tls value) {
        return new SimulatorSettings(port, types, objects, seed, rate, history, log, bookmarks, Optional.of(value));
    }

    /** How many objects of a type there are at the start; none of a type that was not named. */
    public int population(String type) {
        return objects.getOrDefault(type, 0);
    }

    private static void check(boolean holds, String name, String allowed, Object given) {
        if (!holds) {
            throw new IllegalArgumentException(name + " must be " + allowed + ", not " + given);
        }
    }
}
