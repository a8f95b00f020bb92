package dev.nearcache.simulator;

import java.time.Duration;

/**
 * How fast answers are written.
 *
 * @param chunkBytes bytes a write
 * @param pause time between writes
 */
public record Pace(int chunkBytes, Duration pause) {
    /** As fast as the client takes them. */
    public static final Pace FULL = new Pace(Integer.MAX_VALUE, Duration.ZERO);

    public Pace {
        if (chunkBytes < 1) {
            throw new IllegalArgumentException("chunkBytes must be at least 1, not " + chunkBytes);
        }
        if (pause.isNegative()) {
            throw new IllegalArgumentException("pause must not be negative, but is " + pause);
        }
    }
}
