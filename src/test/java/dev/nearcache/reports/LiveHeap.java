package dev.nearcache.reports;

import java.lang.management.ManagementFactory;

/** What this process really holds on its heap: what is left after a full collection. */
final class LiveHeap {
    private LiveHeap() {}

    /** Bytes held now. */
    static long now() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
