package dev.nearcache.soak;

import dev.nearcache.simulator.Change;
import dev.nearcache.simulator.Simulator;
import java.time.Duration;

/**
 * Restores etcd from a backup: the versions go back, to a range of their own, and every object has another version than
 * before. The API server is away meanwhile; whoever asks it for a version of before waits for what never comes, so it is the
 * sidecar that must notice. For the script's thread.
 */
final class Restore {
    static final long FIRST = 1_000_000_000L;

    private static final long STEP = 10_000_000L;
    /** Longer than the sidecar ever waits between two tries, so that it is noticed. */
    private static final Duration AWAY = Duration.ofSeconds(3);

    private final Simulator simulator;
    private final Court court;
    private long start = FIRST;
    private int count;

    Restore(Simulator simulator, Court court) {
        this.simulator = simulator;
        this.court = court;
    }

    void happen() {
        count++;
        start -= STEP;
        court.truth().announce(start);
        Waiting.on(simulator.faults().outage());
        Waiting.on(simulator.faults().jump(start));
        for (SoakType type : SoakType.values()) {
            Waiting.on(simulator.world().many(type.resource(), Change.Kind.MODIFIED, Integer.MAX_VALUE));
        }
        court.truth().arrive();
        court.restored();
        Waiting.until(System.nanoTime() + AWAY.toNanos());
        Waiting.on(simulator.faults().recover());
    }

    /** How often it happened. */
    int count() {
        return count;
    }
}
