package dev.nearcache.soak;

import dev.nearcache.simulator.Change;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.StatusBody;

/**
 * Restores etcd from a backup: the versions go back, to a range of their own, and every object has another version than
 * before. The API server's own watch cache starts anew too, so what was watched before is too old. For the script's thread.
 */
final class Restore {
    static final long FIRST = 1_000_000_000L;

    private static final long STEP = 10_000_000L;
    private static final StatusBody EXPIRED = StatusBody.of(410, "Expired", "too old resource version");

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
        Waiting.on(simulator.faults().jump(start));
        for (SoakType type : SoakType.values()) {
            Waiting.on(simulator.world().many(type.resource(), Change.Kind.MODIFIED, Integer.MAX_VALUE));
        }
        court.truth().arrive();
        court.restored();
    }

    /** How often it happened. */
    int count() {
        return count;
    }

    /** Ends the watches that were resumed from versions of before, which the server of before would have known. */
    void expire() {
        for (SoakType type : court.ofTheEpochBefore()) {
            Waiting.on(simulator.faults().error(type.resource(), EXPIRED));
        }
    }
}
