package dev.nearcache.soak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What happened to one type: its epochs, each in a lower range of versions than those before. Confined to one thread. */
final class History {
    private final List<Epoch> epochs = new ArrayList<>();
    private long nextStart;

    History(long start, Map<String, State> base) {
        nextStart = start;
        epochs.add(new Epoch(start, base));
    }

    /** The versions are about to go back to this one. */
    void announce(long start) {
        nextStart = start;
    }

    /** They have; also if nothing has changed since. */
    void arrive() {
        if (nextStart < newest().start()) {
            epochs.add(new Epoch(nextStart, newest().now()));
        }
    }

    void add(Fact fact) {
        if (fact.version() < newest().start()) {
            arrive();
        }
        newest().add(fact);
    }

    /** The newest first. */
    List<Epoch> epochs() {
        List<Epoch> reversed = new ArrayList<>(epochs);
        Collections.reverse(reversed);
        return reversed;
    }

    Epoch newest() {
        return epochs.get(epochs.size() - 1);
    }

    /** The epoch that a version belongs to; the first also has those before it. */
    Epoch of(long version) {
        for (int i = 0; i < epochs.size() - 1; i++) {
            if (version >= epochs.get(i).start()) {
                return epochs.get(i);
            }
        }
        return newest();
    }
}
