package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;

/**
 * An event in its slot of the ring.
 *
 * @param lastBefore the highest version seen before the event
 * @param appliedAt in milliseconds since 1970
 */
record LogEntry(CacheEvent event, ResourceVersion lastBefore, long appliedAt) {}
