package dev.nearcache.delta;

import java.util.ArrayDeque;
import java.util.Deque;

/** Where what a queue is told waits until it is wholly in: one behind the other, in order. Confined to one thread. */
final class Entrance {
    private final Deque<Telling> waiting = new ArrayDeque<>();
    private final int steps;

    /** @param steps how many of something long are let in at a time */
    Entrance(int steps) {
        this.steps = steps;
    }

    /** Lets it in now, as far as nothing is before it and it is not too long. */
    void tell(Telling telling) {
        if (!waiting.isEmpty() || !telling.enter(steps)) {
            waiting.add(telling);
        }
    }

    /** Lets in the next part of what waits; the answer is whether all is in. */
    boolean letIn() {
        return letIn(steps);
    }

    /** Lets in all that waits. */
    void letAllIn() {
        letIn(Integer.MAX_VALUE);
    }

    /** Whether all is in. */
    boolean isEmpty() {
        return waiting.isEmpty();
    }

    private boolean letIn(int most) {
        while (!waiting.isEmpty() && waiting.element().enter(most)) {
            waiting.remove();
        }
        return waiting.isEmpty();
    }
}
