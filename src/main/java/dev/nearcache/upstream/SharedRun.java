package dev.nearcache.upstream;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;

/**
 * Blocking work that runs once for all who ask while it runs; each is answered on the context that it asked on. Safe on
 * any thread.
 */
final class SharedRun<T> {
    private final Vertx vertx;
    private final Callable<T> work;
    private Future<T> latest = Future.failedFuture("not asked for yet");

    SharedRun(Vertx vertx, Callable<T> work) {
        this.vertx = vertx;
        this.work = work;
    }

    /** Whether it runs now, so that to join starts nothing. */
    synchronized boolean running() {
        return !latest.isComplete();
    }

    Future<T> join() {
        Context caller = vertx.getOrCreateContext();
        Promise<T> answer = Promise.promise();
        current().onComplete(result -> caller.runOnContext(turn -> answer.handle(result)));
        return answer.future();
    }

    private synchronized Future<T> current() {
        if (latest.isComplete()) {
            latest = vertx.executeBlocking(work, false);
        }
        return latest;
    }
}
