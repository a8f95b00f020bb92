package dev.nearcache.twin;

import java.util.random.RandomGenerator;

/** Draws nothing but zeros: every wait is its base, every watch the shortest. */
enum NoJitter implements RandomGenerator {
    INSTANCE;

    @Override
    public long nextLong() {
        return 0;
    }
}
