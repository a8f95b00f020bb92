package dev.nearcache.soak;

import java.util.random.RandomGenerator;

/** How a client behaves while the cluster is in trouble; at quiet points each reads as fast as it can. */
enum Manner {
    /** Reads what comes, and comes back when it is cut off. */
    STEADY(35),
    /** Is cut at a random byte, again and again. */
    CUT(30),
    /** Takes some 100 kB a second. */
    SLOW(10),
    /** Takes nothing for a while, longer than the sidecar bears it. */
    STALLING(10),
    /** Leaves, and comes back with what it has or without. */
    COMING_AND_GOING(15);

    private static final int WEIGHTS = 100;

    private final int weight;

    Manner(int weight) {
        this.weight = weight;
    }

    static Manner draw(RandomGenerator random) {
        int drawn = random.nextInt(WEIGHTS);
        for (Manner manner : values()) {
            drawn -= manner.weight;
            if (drawn < 0) {
                return manner;
            }
        }
        return STEADY;
    }

    /** After how many bytes of a connection the client is cut. */
    long bytesUntilCut(RandomGenerator random) {
        return switch (this) {
            case CUT -> random.nextBoolean() ? random.nextLong(1, 20_000) : random.nextLong(1, 2_000_000);
            case STEADY, SLOW, STALLING, COMING_AND_GOING -> Long.MAX_VALUE;
        };
    }

    /** How long to take nothing after a piece, in milliseconds. */
    long pauseAfter(int bytes, RandomGenerator random) {
        return switch (this) {
            case SLOW -> Math.max(1, bytes / 100);
            case STALLING -> random.nextInt(40) == 0 ? random.nextLong(3_000, 15_000) : 0;
            case STEADY, CUT, COMING_AND_GOING -> 0;
        };
    }

    /** How long a connection is kept, in milliseconds; 0 for ever. */
    long life(RandomGenerator random) {
        return switch (this) {
            case COMING_AND_GOING -> random.nextLong(500, 15_000);
            case STEADY, CUT, SLOW, STALLING -> 0;
        };
    }

    /** How long to stay away after a connection, in milliseconds. */
    long absence(RandomGenerator random) {
        return switch (this) {
            case COMING_AND_GOING -> random.nextLong(100, 10_000);
            case STEADY, CUT, SLOW, STALLING -> random.nextLong(20, 300);
        };
    }

    /** Whether to come back without what it had. */
    boolean comesBackNew(RandomGenerator random) {
        return this == COMING_AND_GOING && random.nextInt(3) == 0;
    }
}
