package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;

/**
 * An event in its slot of the ring.
 *
 * @param lastBefore the highest version seen before the event
 * @param appliedAt in milliseconds since 1970
 * @param retiredBytes what {@link CacheEvent#retiredBytes()} was when it was applied: a body may be stored anew later
 * @param timing what is known of when it happened
 */
record LogEntry(CacheEvent event, ResourceVersion lastBefore, long appliedAt, long retiredBytes, Timing timing) {
    /** What is known of when an event happened. */
    enum Timing {
        /** At its version. */
        KNOWN,
        /** It repeats the version before it: when it really happened is only known from what follows. */
        INFERRED,
        /** The list that made it known made the one before it known too: what lies between the two may never have been. */
        JOINED
    }
}
