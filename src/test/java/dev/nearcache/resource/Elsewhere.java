package dev.nearcache.resource;

import dev.nearcache.resource.Compression.UnavailableException;
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

    /** The codecs of a machine that has the native library, as every machine that tests has; the test closes it. */
    public static Compression compression() {
        try {
            return Compression.open();
        } catch (UnavailableException unavailable) {
            throw new AssertionError(unavailable);
        }
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
