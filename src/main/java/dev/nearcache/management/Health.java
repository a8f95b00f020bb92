package dev.nearcache.management;

import dev.nearcache.query.CachedResource;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;

/** The probes of a sidecar; {@code healthz} is the older name of {@code livez}. Immutable. */
public final class Health {
    /** Half of the second that a kubelet waits by default, so that our answer, not its time-out, tells what is wrong. */
    private static final Duration TURN_LIMIT = Duration.ofMillis(500);

    private final List<Probe> probes;

    /**
     * Takes what must be well.
     *
     * @param required the types without which the sidecar is not ready
     * @param others the types that are shown beside them
     * @param maxStaleness how old a required type may be before the sidecar is not ready; zero for any age
     * @param loops run a task on a turn of the event loops that must turn, by name
     */
    public Health(
            List<? extends CachedResource> required,
            List<? extends CachedResource> others,
            Duration maxStaleness,
            Map<String, Executor> loops) {
        List<Check> live = new ArrayList<>();
        loops.forEach((name, loop) -> live.add(new LoopCheck(name, loop, TURN_LIMIT)));
        List<Check> synced = new ArrayList<>();
        required.forEach(resource -> synced.add(SyncCheck.of(resource)));
        others.forEach(resource -> synced.add(new ShownCheck(SyncCheck.of(resource))));
        List<Check> ready = new ArrayList<>(synced);
        if (!maxStaleness.isZero()) {
            required.forEach(resource -> ready.add(new FreshCheck(resource, maxStaleness)));
        }
        probes = List.of(
                new Probe("healthz", live),
                new Probe("livez", live),
                new Probe("readyz", ready),
                new Probe("startupz", synced));
    }

    /**
     * Asks a probe.
     *
     * @param check the one check to ask; empty for all of them
     * @return empty if there is no such probe or check
     */
    public Optional<Future<Answer>> ask(String name, String check, Detail detail) {
        return probe(name).flatMap(probe -> check.isEmpty() ? Optional.of(probe.ask(detail)) : probe.ask(check));
    }

    /** How much a passed probe says. */
    public enum Detail {
        BRIEF,
        VERBOSE
    }

    /**
     * An answer.
     *
     * @param passed whether every check passed
     * @param text the body
     */
    public record Answer(boolean passed, String text) {
        static final Answer OK = new Answer(true, "ok");
    }

    private Optional<Probe> probe(String name) {
        return probes.stream().filter(probe -> probe.name().equals(name)).findFirst();
    }
}
