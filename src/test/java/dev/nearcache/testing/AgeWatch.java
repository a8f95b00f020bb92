package dev.nearcache.testing;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Reads pods all the while: no answer may say that it is fresh and lack a change that is older than a bound.
 */
public final class AgeWatch {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final AtomicBoolean over = new AtomicBoolean();

    private AgeWatch() {}

    /**
     * Starts to read, for at most a minute.
     *
     * @param bound counted from now, when a change was made
     * @param shown whether the sidecar has the change
     */
    public static AgeWatch start(Steps steps, SidecarClient client, Duration bound, BooleanSupplier shown) {
        AgeWatch watch = new AgeWatch();
        long deadline = System.nanoTime() + bound.toNanos();
        steps.run(() -> Await.until(LIMIT, () -> {
            boolean late = System.nanoTime() - deadline > 0;
            boolean fresh = client.age("pods") == 0;
            assertFalse(late && fresh && !shown.getAsBoolean(), "Age: 0 with data older than the limit");
            return watch.over.get();
        }));
        return watch;
    }

    /** Ends it; {@link Steps#join} tells what it found. */
    public void end() {
        over.set(true);
    }
}
