package dev.nearcache.upstream;

/** A watch on one connection, as whoever doubts it sees it. Confined to one context. */
interface Carrier extends WatchStream {
    /** How many chunks have come: whether this grows tells a watch that carries something from a silent one. */
    long chunks();

    /** Whether somebody else proves that its connection is alive. */
    boolean linked();

    /** The connection is of no more use, and whoever listens is told. */
    void broke();
}
