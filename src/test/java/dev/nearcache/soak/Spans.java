package dev.nearcache.soak;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the sidecar's log of one type must have every change, and where a relist may have merged some: spans of versions,
 * found by looking at its status again and again. Confined to one thread.
 *
 * <p>A relist is counted before or after its version shows, never by more than one look: so the span before the one in
 * which it was counted is lenient too, and so is all that follows until the type has been live at a newer version for two
 * looks.
 */
final class Spans {
    /** Versions further apart than this belong to different epochs. */
    static final long EPOCH = 1_000_000;

    /** Strict spans in a row after which a relist is over. */
    static final int SURE = 8;

    private enum Rule {
        STRICT,
        LENIENT
    }

    /** How a type stood at a look. */
    enum Standing {
        /** Synced, and its watch open. */
        LIVE,
        /** Anything else. */
        TROUBLED
    }

    /** One look at a type's status. */
    record Look(long version, long relists, Standing standing) {}

    /** Each span by the version at which it ends. */
    private final TreeMap<Long, Rule> ends = new TreeMap<>();

    private Look last = new Look(0, 0, Standing.TROUBLED);
    private Rule rule = Rule.LENIENT;
    private long relistedAt;
    private long relists;

    void add(Look look) {
        if (look.relists() != last.relists()) {
            relists += Math.max(0, look.relists() - last.relists());
            lenient();
            ends.computeIfPresent(last.version(), (end, strict) -> Rule.LENIENT);
        }
        if (look.version() != last.version()) {
            ends.put(look.version(), rule);
        }
        boolean quiet = look.relists() == last.relists()
                && look.standing() == Standing.LIVE
                && last.standing() == Standing.LIVE;
        if (quiet && look.version() != relistedAt) {
            rule = Rule.STRICT;
        }
        last = look;
    }

    /** What comes may be merged: a relist has happened, or the versions have gone back. */
    void lenient() {
        rule = Rule.LENIENT;
        relistedAt = last.version();
    }

    /** The version at the last look. */
    long version() {
        return last.version();
    }

    /** How many relists there were. */
    long relists() {
        return relists;
    }

    /** Whether each change at this version must be seen. */
    boolean strict(long version) {
        Map.@Nullable Entry<Long, Rule> end = ends.ceilingEntry(version);
        return end != null && end.getKey() - version < EPOCH && end.getValue() == Rule.STRICT;
    }

    /**
     * The version by which a change that was merged away must show in the objects; the highest there is if not yet known.
     * One look between two others may see a relist's count late, so it takes several strict spans in a row to be sure.
     */
    long settledBy(long version) {
        long by = version;
        int sure = 0;
        for (Map.Entry<Long, Rule> end : ends.tailMap(version).entrySet()) {
            if (end.getKey() - version > EPOCH) {
                break;
            }
            if (end.getValue() == Rule.LENIENT) {
                sure = 0;
                by = end.getKey();
            } else if (++sure == SURE) {
                return by;
            }
        }
        return Long.MAX_VALUE;
    }
}
