package dev.nearcache.http.kube;

import io.vertx.core.Future;

/** An outlet that changes some of what another does, and leaves the rest to it. */
interface OutletAround extends Outlet {
    /** The other. */
    Outlet inner();

    @Override
    default boolean isGone() {
        return inner().isGone();
    }

    @Override
    default boolean isFull() {
        return inner().isFull();
    }

    @Override
    default void whenDrained(Runnable drained) {
        inner().whenDrained(drained);
    }

    @Override
    default void whenGone(Runnable gone) {
        inner().whenGone(gone);
    }

    @Override
    default Future<Void> end() {
        return inner().end();
    }

    @Override
    default void abort() {
        inner().abort();
    }
}
