package dev.nearcache.soak;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.Map;

/** Counts what is wrong, and prints the first of it with what is needed to look into it. Confined to one thread. */
final class Findings {
    private static final int PRINTED = 4;

    private final PrintStream out;
    private final long seed;
    private final long start = System.nanoTime();
    private final Map<Finding, Long> counts = new EnumMap<>(Finding.class);

    Findings(PrintStream out, long seed) {
        this.out = out;
        this.seed = seed;
    }

    void add(Finding finding, String client, String what, String before) {
        counts.merge(finding, 1L, Long::sum);
        // Of each kind the first few: the others are mostly what follows from them.
        if (count(finding) <= PRINTED) {
            out.printf(
                    "%s at %d s, seed %d: %s: %s%n%s%n",
                    finding, (System.nanoTime() - start) / 1_000_000_000, seed, client, what, before.indent(4));
        }
    }

    long count(Finding finding) {
        return counts.getOrDefault(finding, 0L);
    }

    long total() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
