package dev.nearcache.soak;

/** What a change is to somebody who selects some objects. */
enum Kind {
    ADDED,
    MODIFIED,
    DELETED,
    /** Not seen at all. */
    UNSEEN
}
