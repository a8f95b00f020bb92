package dev.nearcache.simulator;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** Uids and name suffixes, the same for the same seed. */
final class Names {
    /** The letters of generated names: no vowels, nothing that looks like something else. */
    private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX = 5;

    private final RandomGenerator random;

    Names(RandomGenerator random) {
        this.random = random;
    }

    String uid() {
        return uid(random.nextLong(), random.nextLong());
    }

    String suffix() {
        return letters(random.nextLong(), SUFFIX);
    }

    static String uid(long high, long low) {
        return new UUID((high & ~0xF000L) | 0x4000L, (low & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L)
                .toString();
    }

    /** Letters that stand for a number. */
    static String letters(long number, int length) {
        StringBuilder text = new StringBuilder(length);
        long rest = number;
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.charAt((int) Long.remainderUnsigned(rest, LETTERS.length())));
            rest = Long.divideUnsigned(rest, LETTERS.length());
        }
        return text.toString();
    }

    /** A number that looks random, the same for the same input (the finaliser of splitmix64). */
    static long mix(long seed, long number) {
        long z = seed * 0x9E3779B97F4A7C15L + number * 0xD1B54A32D192ED03L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
