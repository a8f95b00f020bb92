package dev.nearcache.reflector;

/** Whether a cycle begins with a streaming list: a watch that brings all objects first (reflector.md 1.9). */
public enum WatchList {
    /** Yes; where the server cannot, that cycle lists plainly. */
    AUTO,
    /** Yes; where the server cannot, that is a failure. */
    ALWAYS,
    /** No. */
    NEVER
}
