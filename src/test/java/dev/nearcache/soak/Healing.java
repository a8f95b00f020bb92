package dev.nearcache.soak;

import dev.nearcache.soak.Spans.Look;
import dev.nearcache.soak.Spans.Standing;
import java.util.HashMap;
import java.util.Map;

/**
 * How long changes stay unseen that no watch was told of, while others go on: a list beside the watch must bring each
 * within some looks at a live type. Confined to the script's thread.
 */
final class Healing {
    /** Twenty seconds: the self-check comes every four, and what it asks for may fail some times under way. */
    static final int BOUND = 80;

    private final Findings findings;
    private final Map<Long, Integer> looks = new HashMap<>();
    private long healed;
    private int slowest;

    Healing(Findings findings) {
        this.findings = findings;
    }

    /** One more look, at a client who follows the whole type. */
    void look(Look look, History history, Judge judge) {
        Epoch epoch = history.newest();
        for (Fact fact : epoch.silent()) {
            if (judge.shows(fact.key(), fact.after())) {
                heal(fact);
            } else if (look.standing() == Standing.LIVE && looks.merge(fact.version(), 1, Integer::sum) == BOUND) {
                findings.add(Finding.LOST, "a change in silence", fact + " after " + BOUND + " looks", judge.recent());
            }
        }
        // What has changed again since is told, and what was before a restore is gone.
        looks.keySet().removeIf(version -> epoch.silent().stream().noneMatch(fact -> fact.version() == version));
    }

    private void heal(Fact fact) {
        Integer waited = looks.remove(fact.version());
        if (waited != null) {
            healed++;
            slowest = Math.max(slowest, waited);
        }
    }

    @Override
    public String toString() {
        return "%d shown by a list, the slowest after %d looks at a live type (bound %d)"
                .formatted(healed, slowest, BOUND);
    }
}
