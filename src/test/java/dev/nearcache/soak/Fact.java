package dev.nearcache.soak;

import dev.nearcache.simulator.Change.Telling;
import org.jspecify.annotations.Nullable;

/**
 * One change that really happened.
 *
 * @param version its resourceVersion, which no other change of the same history has
 * @param before the object before it, null for an add
 * @param after the object after it, null for a delete
 * @param telling whether watches were told of it
 */
record Fact(
        long version,
        String key,
        @Nullable State before,
        @Nullable State after,
        Telling telling) {}
