package dev.nearcache.resource;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Native contexts that wait for their next use: a few, whoever used them last, so that their memory is bounded by how
 * many threads work at one moment, not by how many there are. Safe on any thread; nobody waits for anybody.
 *
 * <p>Rejected: one for each thread, which would leave native memory behind with every thread that ends.
 */
final class ContextPool<C> {
    private enum State {
        OPEN,
        CLOSED
    }

    private final AtomicReferenceArray<C> idle;
    private final Supplier<C> make;
    private final Consumer<C> free;
    private volatile State state = State.OPEN;

    /** @param most the most that are kept while nobody uses them */
    ContextPool(int most, Supplier<C> make, Consumer<C> free) {
        this.idle = new AtomicReferenceArray<>(most);
        this.make = make;
        this.free = free;
    }

    /** Frees what is idle, and from now on each context after its use. */
    void close() {
        state = State.CLOSED;
        for (int i = 0; i < idle.length(); i++) {
            C context = idle.getAndSet(i, null);
            if (context != null) {
                free.accept(context);
            }
        }
    }

    /** A context that nobody else uses until it is given back. */
    C take() {
        for (int i = 0; i < idle.length(); i++) {
            C context = idle.get(i);
            if (context != null && idle.compareAndSet(i, context, null)) {
                return context;
            }
        }
        return make.get();
    }

    /** Takes a context back. */
    void giveBack(C context) {
        for (int i = 0; i < idle.length(); i++) {
            if (idle.get(i) == null && idle.compareAndSet(i, null, context)) {
                if (state == State.CLOSED) {
                    close();
                }
                return;
            }
        }
        free.accept(context);
    }
}
