package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;

/**
 * An event in its slot of the ring.
 *
 * @param lastBefore the highest version seen before the event
 * @param appliedAt in milliseconds since 1970
 * @param inferred it repeats the version before it: when it really happened is only known from what follows
 */
record LogEntry(CacheEvent event, ResourceVersion lastBefore, long appliedAt, boolean inferred) {}
