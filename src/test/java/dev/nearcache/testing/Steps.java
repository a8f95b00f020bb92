package dev.nearcache.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Parts of a test that run beside it, each on a thread of its own; a part that fails fails the test. */
public final class Steps implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();

    /** A part that may throw anything. */
    @FunctionalInterface
    public interface Step {
        void run() throws Exception;
    }

    public void run(Step step) {
        running.add(threads.submit(() -> {
            step.run();
            return true;
        }));
    }

    /** Waits for a condition, but no longer than all parts run well. */
    public void await(BooleanSupplier condition) throws Exception {
        Await.until(LIMIT, () -> condition.getAsBoolean() || running.stream().anyMatch(Future::isDone));
        for (Future<?> step : running) {
            if (step.isDone()) {
                finish(step);
            }
        }
    }

    /** Waits until every part is done. */
    public void join() throws Exception {
        for (Future<?> step : running) {
            finish(step);
        }
    }

    private static void finish(Future<?> step) throws Exception {
        try {
            step.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            throw new AssertionError("a part of the test failed", failed.getCause());
        } catch (TimeoutException late) {
            throw new AssertionError("a part of the test is not done after " + LIMIT, late);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
