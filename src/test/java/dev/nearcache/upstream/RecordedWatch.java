package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What a watch delivered, in order; its end is recorded as {@code "closed"}. */
final class RecordedWatch {
    private final BlockingQueue<Object> seen = new LinkedBlockingQueue<>();

    static RecordedWatch of(WatchStream stream) {
        RecordedWatch recorded = new RecordedWatch();
        stream.start(recorded.seen::add, ending -> recorded.seen.add("closed"));
        return recorded;
    }

    /** The next thing, which must come. */
    Object next() throws InterruptedException {
        Object next = seen.poll(10, SECONDS);
        if (next == null) {
            throw new AssertionError("nothing came within 10 s");
        }
        return next;
    }

    /** Whatever came within a short while, or null. */
    @Nullable
    Object soon() throws InterruptedException {
        return seen.poll(200, TimeUnit.MILLISECONDS);
    }
}
