package dev.nearcache.soak;

import dev.nearcache.simulator.Change;
import dev.nearcache.simulator.Quirk;
import dev.nearcache.simulator.Simulator;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Changes that no watch is told of, while nothing else changes: only the list that the sidecar makes beside its watch, now
 * and then, can show them. No bookmark takes it past them meanwhile, so what it says until then is true of its version.
 * For the script's thread.
 */
final class Unseen {
    private final Simulator simulator;
    private final RandomGenerator random;
    private int count;

    Unseen(Simulator simulator, RandomGenerator random) {
        this.simulator = simulator;
        this.random = random;
    }

    /** Changes some objects of some type; to be ended once the sidecar has them. */
    Trouble draw() {
        String resource = SoakType.draw(random).resource();
        Change.Kind kind = Draw.of(List.of(Change.Kind.values()), random);
        int objects = random.nextInt(1, 12);
        count++;
        return Trouble.lasting(
                        () -> simulator.faults().turnOn(resource, Quirk.NO_BOOKMARKS),
                        () -> simulator.faults().turnOff(resource, Quirk.NO_BOOKMARKS))
                .then(() -> simulator.world().silently().many(resource, kind, objects));
    }

    /** How often it happened. */
    int count() {
        return count;
    }
}
