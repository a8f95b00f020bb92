package dev.nearcache.resource;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Work in the background that is done when the test says so. */
public final class Elsewhere implements Background {
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    @Override
    public <T> void run(Callable<T> work, Consumer<T> done) {
        waiting.add(() -> {
            try {
                done.accept(work.call());
            } catch (Exception failed) {
                throw new AssertionError(failed);
            }
        });
    }

    /** Does what waits, and says whether anything did. */
    public boolean work() {
        Runnable next = waiting.poll();
        if (next != null) {
            next.run();
        }
        return next != null;
    }
}
