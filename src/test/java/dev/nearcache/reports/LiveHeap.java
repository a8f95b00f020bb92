package dev.nearcache.reports;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** What this process really holds on its heap: what is left after a full collection. */
final class LiveHeap {
    /** What is watched must come forward in between. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private LiveHeap() {}

    /** Bytes held now. */
    static long now() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** The most bytes held at any of many moments while something runs. */
    static long peakDuring(Runnable work) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService sampler = Executors.newSingleThreadExecutor();
        try {
            Future<Long> peak = sampler.submit(() -> {
                long most = 0;
                while (!over.get()) {
                    most = Math.max(most, now());
                    LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
                }
                return most;
            });
            work.run();
            over.set(true);
            return peak.get();
        } finally {
            over.set(true);
            sampler.shutdownNow();
        }
    }
}
