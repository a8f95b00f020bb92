package dev.nearcache.simulator;

/** What a watch may still replay: the newest changes of one type and the oldest version from which one may watch. */
final class History {
    private final Ring changes;
    private long floor;

    History(int capacity) {
        this.changes = new Ring(capacity);
    }

    /** The oldest version that may be watched from or listed exactly (kubernetes-api.md 3.5). */
    long floor() {
        return floor;
    }

    Ring changes() {
        return changes;
    }

    void add(Change change) {
        long oldest = changes.first();
        changes.add(change);
        if (changes.first() > oldest) {
            floor = changes.get(changes.first()).version() - 1;
        }
    }

    /** Forgets all that happened up to a version; open watches go on. */
    void compact(long version) {
        changes.forget(version);
        floor = Math.max(floor, version);
    }

    /** Begins anew at a version, which may be lower than those of before. */
    void restart(long version) {
        changes.clear();
        floor = version;
    }
}
