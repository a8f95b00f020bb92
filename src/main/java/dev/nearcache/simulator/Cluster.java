package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** All types and the one resourceVersion counter. Confined to the simulator's context. */
final class Cluster {
    private final Map<String, TypeState> types = new LinkedHashMap<>();
    private final VersionGate gate;
    private long version = 1;

    Cluster(SimulatorSettings settings, Timers timers) {
        this.gate = new VersionGate(timers);
        gate.reached(version);
        settings.types().forEach(type -> types.put(type.name(), new TypeState(type, settings)));
    }

    Collection<TypeState> types() {
        return types.values();
    }

    TypeState type(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("no type " + name + "; there are " + types.keySet()));
    }

    Optional<TypeState> find(String name) {
        return Optional.ofNullable(types.get(name));
    }

    long version() {
        return version;
    }

    VersionGate gate() {
        return gate;
    }

    long nextVersion() {
        jump(version + 1);
        return version;
    }

    /** Sets the counter. Downwards, as after a restore of etcd, every history starts anew. */
    void jump(long to) {
        boolean back = to < version;
        version = to;
        if (back) {
            types.values().forEach(type -> type.restart(to));
        }
        gate.reached(to);
    }

    void apply(Change change) {
        type(change.object().type().name()).apply(change);
    }
}
