package dev.nearcache.simulator;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What a {@link Proxy} does to connections at present.
 *
 * @param delay how much later each chunk comes
 * @param budget bytes from the server after which a new connection is cut, asked once for each
 * @param idle what becomes of idle connections, empty to leave them alone
 * @param arriving what becomes of new connections
 */
record Traffic(Duration delay, LongSupplier budget, Optional<IdleLimit> idle, Passage arriving) {
    static final Traffic CALM = new Traffic(Duration.ZERO, () -> Long.MAX_VALUE, Optional.empty(), Passage.OPEN);

    /**
     * How long a connection may carry nothing.
     *
     * @param after so long
     * @param how what is done to it then
     */
    record IdleLimit(Duration after, Proxy.Idle how) {}

    Traffic withDelay(Duration value) {
        return new Traffic(value, budget, idle, arriving);
    }

    Traffic withBudget(LongSupplier value) {
        return new Traffic(delay, value, idle, arriving);
    }

    Traffic withIdle(IdleLimit value) {
        return new Traffic(delay, budget, Optional.of(value), arriving);
    }

    Traffic withArriving(Passage value) {
        return new Traffic(delay, budget, idle, value);
    }
}
