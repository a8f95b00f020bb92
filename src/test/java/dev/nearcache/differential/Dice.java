package dev.nearcache.differential;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Chance, of which a seed and a number make the same request again. */
final class Dice {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final RandomGenerator random;

    private Dice(RandomGenerator random) {
        this.random = random;
    }

    static Dice of(long seed, int request) {
        return new Dice(new SplittableRandom(seed + request * SPREAD));
    }

    /** One of these. */
    String of(String... choices) {
        return of(List.of(choices));
    }

    /** One of these; there must be some. */
    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Whether something of this likelihood happens. */
    boolean percent(int likelihood) {
        return random.nextInt(100) < likelihood;
    }

    /** From 0 to one less than this. */
    int below(int bound) {
        return random.nextInt(bound);
    }
}
