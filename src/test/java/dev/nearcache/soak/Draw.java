package dev.nearcache.soak;

import java.util.List;
import java.util.random.RandomGenerator;

/** Draws one of several. */
final class Draw {
    private Draw() {}

    /** One of these; there must be some. */
    static <T> T of(List<T> choices, RandomGenerator random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
