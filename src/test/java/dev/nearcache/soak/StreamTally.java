package dev.nearcache.soak;

import java.util.concurrent.atomic.LongAdder;

/** What happened to all clients together. From any thread. */
final class StreamTally {
    private final LongAdder events = new LongAdder();
    private final LongAdder connections = new LongAdder();
    private final LongAdder resets = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final LongAdder refused = new LongAdder();

    void event() {
        events.increment();
    }

    void connected() {
        connections.increment();
    }

    void reset() {
        resets.increment();
    }

    void expired() {
        expired.increment();
    }

    void refused() {
        refused.increment();
    }

    long events() {
        return events.sum();
    }

    long connections() {
        return connections.sum();
    }

    long resets() {
        return resets.sum();
    }

    /** Answers and events that say 410. */
    long expirations() {
        return expired.sum();
    }

    /** Other answers than 200 and 410. */
    long refusals() {
        return refused.sum();
    }
}
