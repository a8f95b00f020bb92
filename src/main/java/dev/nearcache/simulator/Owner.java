package dev.nearcache.simulator;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;

/**
 * The context that owns the world; what others ask for runs there.
 *
 * @param context the context
 */
record Owner(Context context) {

    /** Runs a task on the context; what it throws fails the future. From any thread. */
    <T> Future<T> call(Supplier<T> task) {
        Promise<T> promise = Promise.promise();
        context.runOnContext(
                turn -> Future.succeededFuture().map(start -> task.get()).onComplete(promise));
        return promise.future();
    }

    /** The same for a task without a result. */
    Future<Void> run(Runnable task) {
        return call(() -> {
            task.run();
            return null;
        });
    }
}
