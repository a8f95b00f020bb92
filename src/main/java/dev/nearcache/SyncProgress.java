package dev.nearcache;

/**
 * How far the first list of a type has come.
 *
 * @param resource the type as it was configured
 * @param objects how many objects have arrived so far; once synced, how many are held
 * @param synced whether the first list is complete
 */
public record SyncProgress(String resource, long objects, boolean synced) {}
