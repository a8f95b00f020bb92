package dev.nearcache.upstream;

import java.util.function.LongConsumer;

/** A watch on one connection, as whoever doubts it sees it. Confined to one context. */
interface Carrier extends WatchStream {
    /** How many chunks have come: whether this grows tells a watch that carries something from a silent one. */
    long chunks();

    /** When it was asked for, of {@link dev.nearcache.time.Timers#nanos}. */
    long askedNanos();

    /** Whether its connection can be asked for a sign of life. */
    boolean linked();

    /** Is told, while it is open, of the moments at which its connection was asked for the signs of life that came. */
    void onProof(LongConsumer nanos);

    /** The connection is of no more use, and whoever listens is told. */
    void broke();
}
