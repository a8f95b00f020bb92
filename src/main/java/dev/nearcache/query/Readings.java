package dev.nearcache.query;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What readers of one log found lately, for those who stand at the same position and select the same. To be cleared
 * whenever readers are told of something new. Confined to one event loop.
 */
final class Readings {
    /** Enough for those who share; where nobody does, no more than this is kept. */
    private static final int MOST = 256;

    private final Map<Key, Reading> readings = new HashMap<>();

    private record Key(long position, Selection selection) {}

    /** @param reading is empty where the log has gone on without its readers */
    Optional<Reading> at(long position, Selection selection, Supplier<Optional<Reading>> reading) {
        Key key = new Key(position, selection);
        Reading known = readings.get(key);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Reading> made = reading.get();
        if (readings.size() < MOST) {
            made.ifPresent(found -> readings.put(key, found));
        }
        return made;
    }

    void clear() {
        readings.clear();
    }
}
