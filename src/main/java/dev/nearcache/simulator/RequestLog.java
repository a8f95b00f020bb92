package dev.nearcache.simulator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The newest requests. Confined to the simulator's context. */
final class RequestLog {
    private static final int KEPT = 20_000;

    private final Deque<RequestEntry> entries = new ArrayDeque<>();

    void add(RequestEntry entry) {
        if (entries.size() == KEPT) {
            entries.remove();
        }
        entries.add(entry);
    }

    List<RequestEntry> entries() {
        return List.copyOf(entries);
    }
}
