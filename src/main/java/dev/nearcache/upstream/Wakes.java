package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Who wants to know when something changes for the better. Any thread; each is told on its own context. */
final class Wakes {
    private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();

    private record Waiting(Timers owner, Runnable wake) {}

    /** Lets {@code wake} run, on the context of its owner, each time; gives the way to end that. */
    Runnable add(Timers owner, Runnable wake) {
        Waiting one = new Waiting(owner, wake);
        waiting.add(one);
        return () -> waiting.remove(one);
    }

    /** Tells all. */
    void all() {
        waiting.forEach(one -> one.owner().defer(one.wake()));
    }
}
