package dev.nearcache.simulator;

/** What becomes of the bytes of a connection through a {@link Proxy}. */
enum Passage {
    /** They come to the other end. */
    OPEN,
    /** They wait. */
    STALLED,
    /** They are taken and thrown away. */
    VANISHING
}
