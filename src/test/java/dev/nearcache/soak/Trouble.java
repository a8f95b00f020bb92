package dev.nearcache.soak;

import io.vertx.core.Future;
import java.util.function.Supplier;

/** Something that goes wrong in the cluster, from its beginning to its end. */
record Trouble(Supplier<Future<?>> beginning, Supplier<Future<?>> ending) {
    /** Something that is over as soon as it has happened. */
    static Trouble once(Supplier<Future<?>> happening) {
        return new Trouble(happening, Future::succeededFuture);
    }

    /** Something that lasts until it is ended. */
    static Trouble lasting(Supplier<Future<?>> beginning, Supplier<Future<?>> ending) {
        return new Trouble(beginning, ending);
    }

    /** This, and right after it something else. */
    Trouble then(Supplier<Future<?>> more) {
        return new Trouble(() -> beginning.get().compose(begun -> more.get()), ending);
    }

    /** Both at once. */
    Trouble with(Trouble other) {
        return new Trouble(
                () -> beginning.get().compose(begun -> other.beginning.get()),
                () -> ending.get().compose(ended -> other.ending.get()));
    }
}
