package dev.nearcache.store;

import java.time.Duration;

/**
 * How much of the past one type's {@link EventLog} keeps; whichever limit is met first evicts the oldest events.
 *
 * @param events the most events
 * @param bytes the most bytes, as stored, of the bodies that only the log keeps alive
 * @param age the longest time since an event was applied
 */
public record HistoryLimits(int events, long bytes, Duration age) {
    /** @throws IllegalArgumentException naming the limit that is not above zero */
    public HistoryLimits {
        if (events < 1) {
            throw new IllegalArgumentException("history.events is " + events + ": it must be at least 1");
        }
        if (bytes < 1) {
            throw new IllegalArgumentException("history.bytes is " + bytes + ": it must be at least 1");
        }
        if (age.isNegative() || age.isZero()) {
            throw new IllegalArgumentException("history.age is " + age + ": it must be above zero");
        }
    }
}
