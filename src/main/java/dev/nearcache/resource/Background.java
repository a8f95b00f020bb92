package dev.nearcache.resource;

import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** Where work is done that would hold up an event loop: one piece at a time in the whole process. */
@FunctionalInterface
public interface Background {
    /** Does the work elsewhere, and hands over its outcome on the thread that asks. Work that fails is reported, not told. */
    <T> void run(Callable<T> work, Consumer<T> done);
}
