package dev.nearcache.store;

import dev.nearcache.resource.ObjectCodec;

/** The read side of one type's cache. Safe on any thread. */
public interface StoreReader {
    /** What is known now: one volatile read, then a value that never changes. */
    CacheState state();

    /** What changed lately. It is never behind {@link #state()}: the events a state includes were logged before. */
    EventLog log();

    /** What is known of the form in which the objects' bodies are stored. */
    ObjectCodec.Learning learning();

    /**
     * Asks to be woken after each publication: a new state, more of the log, a later version.
     *
     * @param wakeUp runs on the writer's thread; it is a hint, and may only hop to a thread of its own
     */
    Registration onChange(Runnable wakeUp);
}
