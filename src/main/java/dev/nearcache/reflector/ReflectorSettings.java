package dev.nearcache.reflector;

import dev.nearcache.upstream.Allowance;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * How a reflector behaves (reflector.md 1.2).
 *
 * @param pageSize the page size where a list is paged; the rules of {@link ListPosition#limit} say where that is
 * @param watchTimeout how long a watch is asked for: this to twice this, at random, so that not all end together
 * @param backoff the waits after failures
 * @param watchList whether a cycle begins with a streaming list
 * @param poll how long after a list the next one is asked for, of a type that cannot be watched
 * @param resync how often the sink is to look at every object again; zero for never
 * @param safetyRelist how long after a list another follows beside the watch, though nothing failed; zero for never
 * @param allowances what each list may bring; a reflector has one list under way at a time
 */
public record ReflectorSettings(
        int pageSize,
        Duration watchTimeout,
        Backoff backoff,
        WatchList watchList,
        Duration poll,
        Duration resync,
        Duration safetyRelist,
        Supplier<Allowance> allowances) {
    public ReflectorSettings {
        if (pageSize < 1) {
            throw new IllegalArgumentException("pageSize must be at least 1, not " + pageSize);
        }
        if (watchTimeout.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("watchTimeout must be at least 1s, not " + watchTimeout);
        }
    }

    /** How long one watch is asked for, in whole seconds. */
    Duration watchTimeout(RandomGenerator random) {
        long least = watchTimeout.toMillis();
        return Duration.ofSeconds((least + (long) (random.nextDouble() * least)) / 1000);
    }
}
