package dev.nearcache.soak;

/** What can be wrong with what a client saw. */
enum Finding {
    /** A change that it must have seen, and did not; or an object that it should have. */
    LOST,
    /** An object or a change that never was. */
    INVENTED,
    /** A change after one that came later, or told twice. */
    REORDERED,
    /** A kind of change that does not fit: an add of what was there, a list that is not what was at its version. */
    INCONSISTENT
}
