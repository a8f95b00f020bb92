package dev.nearcache.management;

import dev.nearcache.query.CachedResource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The three probes of a sidecar. Immutable. */
public final class Health {
    /** Half of the second that a kubelet waits by default, so that our answer, not its time-out, tells what is wrong. */
    private static final Duration TURN_LIMIT = Duration.ofMillis(500);

    private final List<Probe> probes;

    /**
     * Takes what must be well.
     *
     * @param required the types without which the sidecar is not ready
     * @param maxStaleness how old a required type may be before the sidecar is not ready; zero for any age
     * @param loops run a task on a turn of the event loops that must turn, by name
     */
    public Health(List<? extends CachedResource> required, Duration maxStaleness, Map<String, Executor> loops) {
        List<Check> live = new ArrayList<>();
        loops.forEach((name, loop) -> live.add(new LoopCheck(name, loop, TURN_LIMIT)));
        List<Check> synced = new ArrayList<>();
        required.forEach(resource -> synced.add(SyncCheck.of(resource)));
        List<Check> ready = new ArrayList<>(synced);
        if (!maxStaleness.isZero()) {
            required.forEach(resource -> ready.add(new FreshCheck(resource, maxStaleness)));
        }
        probes = List.of(new Probe("livez", live), new Probe("readyz", ready), new Probe("startupz", synced));
    }

    Optional<Probe> probe(String name) {
        return probes.stream().filter(probe -> probe.name().equals(name)).findFirst();
    }
}
