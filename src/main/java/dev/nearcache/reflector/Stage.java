package dev.nearcache.reflector;

/** What a reflector was doing when something failed. */
public enum Stage {
    /** A whole list, or the first page of one. */
    LIST,
    /** A later page of a list. */
    LIST_LATER_PAGE,
    /** The list at the newest version that follows when our version was refused, or its first page. */
    NEWEST,
    /** A later page of that. */
    NEWEST_LATER_PAGE,
    /** Opening a watch that begins with a list. */
    STREAM_OPEN,
    /** The list at the beginning of a watch. */
    STREAM,
    /** Opening a watch. */
    WATCH_OPEN,
    /** An open watch. */
    WATCH_STREAM
}
