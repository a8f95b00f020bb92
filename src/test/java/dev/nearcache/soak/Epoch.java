package dev.nearcache.soak;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What happened to one type between two restores of etcd: a state, and every change since, by version. The oldest changes
 * are forgotten. Confined to one thread.
 */
final class Epoch {
    private static final int KEPT = 40_000;
    private static final int BETWEEN_CHECKPOINTS = 500;

    private final long start;
    private final List<Fact> facts = new ArrayList<>();
    private final TreeMap<Long, Map<String, State>> checkpoints = new TreeMap<>();
    private final Map<String, State> now;
    private final Map<String, Fact> silent = new HashMap<>();
    private int sinceCheckpoint;

    Epoch(long start, Map<String, State> base) {
        this.start = start;
        this.now = new HashMap<>(base);
        checkpoints.put(start, Map.copyOf(base));
    }

    /** The version from which it counts. */
    long start() {
        return start;
    }

    void add(Fact fact) {
        if (++sinceCheckpoint == BETWEEN_CHECKPOINTS) {
            checkpoints.put(version(), Map.copyOf(now));
            sinceCheckpoint = 0;
        }
        facts.add(fact);
        put(now, fact);
        switch (fact.telling()) {
            case TOLD -> silent.remove(fact.key());
            case SILENT -> silent.put(fact.key(), fact);
        }
        if (facts.size() > KEPT) {
            facts.subList(0, KEPT / 2).clear();
            Map.Entry<Long, Map<String, State>> oldest =
                    checkpoints.ceilingEntry(facts.get(0).version());
            checkpoints.headMap(oldest == null ? start : oldest.getKey()).clear();
        }
    }

    /** The version of the newest change. */
    long version() {
        return facts.isEmpty() ? start : facts.get(facts.size() - 1).version();
    }

    /** Those newest changes of an object that no watch was told of. */
    Collection<Fact> silent() {
        return List.copyOf(silent.values());
    }

    /** The change of an object at a version, null if there is none. */
    @Nullable
    Fact at(long version, String key) {
        for (Fact fact : between(version - 1, version)) {
            if (fact.key().equals(key)) {
                return fact;
            }
        }
        return null;
    }

    /** The newest changes up to a version, so many at most. */
    List<Fact> newest(int most, long upTo) {
        int to = above(upTo);
        return facts.subList(Math.max(0, to - most), to);
    }

    /** The objects after the newest change. */
    Map<String, State> now() {
        return Map.copyOf(now);
    }

    /** One object after the newest change, null if there is none. */
    @Nullable
    State get(String key) {
        return now.get(key);
    }

    /** The objects at a version; the oldest that is known if that is forgotten. */
    Map<String, State> at(long version) {
        Map.Entry<Long, Map<String, State>> checkpoint = checkpoints.floorEntry(version);
        Map.Entry<Long, Map<String, State>> base = checkpoint == null ? checkpoints.firstEntry() : checkpoint;
        Map<String, State> state = new HashMap<>(base.getValue());
        between(base.getKey(), version).forEach(fact -> put(state, fact));
        return state;
    }

    /** The changes above a version, up to another. */
    List<Fact> between(long after, long upTo) {
        int from = above(after);
        int to = above(upTo);
        return from < to ? facts.subList(from, to) : List.of();
    }

    /** Whether an object left a selection, or its uid, after a version. */
    boolean leftSince(long version, String key, String uid, Selector selector) {
        for (Fact fact : between(version, Long.MAX_VALUE)) {
            State after = fact.after();
            if (fact.key().equals(key) && (after == null || !after.uid().equals(uid) || !selector.matches(after))) {
                return true;
            }
        }
        return false;
    }

    private int above(long version) {
        int low = 0;
        int high = facts.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (facts.get(middle).version() <= version) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static void put(Map<String, State> state, Fact fact) {
        @Nullable State after = fact.after();
        if (after == null) {
            state.remove(fact.key());
        } else {
            state.put(fact.key(), after);
        }
    }
}
