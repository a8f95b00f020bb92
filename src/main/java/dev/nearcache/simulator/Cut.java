package dev.nearcache.simulator;

/** How an open watch is cut. */
public enum Cut {
    /** The body ends as it should (LW-16). */
    END,
    /** The connection is closed between two lines, without the end of the body (LW-03). */
    BREAK,
    /** The connection is closed in the middle of a line (LW-22). */
    MID_LINE,
    /** The body ends, but its last line, a bookmark, has no newline. */
    NO_NEWLINE
}
