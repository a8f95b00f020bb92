package dev.nearcache.cli;

import io.vertx.core.Vertx;

/**
 * Gives back, once, the heap that the first lists took. A serial collector grows the old generation rather than collect it,
 * and gives memory back only after a full collection, which a sidecar whose objects seldom change may not see for days: a
 * third of its heap would be garbage all that time. The collection stops all threads, for some 100 ms at 30,000 objects;
 * hence once, when the first readers have just been served, and not again.
 */
final class HeapReturn {
    /** Objects that were stored before their type's dictionary was learned are stored anew in that time. */
    private static final long DELAY_MILLIS = 10_000;

    private HeapReturn() {}

    /** Does it some time after the first sync; called on any thread. */
    static void afterFirstSync(Vertx vertx) {
        vertx.setTimer(
                DELAY_MILLIS,
                id -> vertx.executeBlocking(() -> {
                    System.gc();
                    return DELAY_MILLIS;
                }));
    }
}
