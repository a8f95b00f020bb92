package dev.nearcache.management;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Whether an event loop takes its turns: a task given to it runs within the limit. */
record LoopCheck(String name, Executor loop, Duration limit) implements Check {
    @Override
    public Future<Verdict> verdict() {
        Promise<Verdict> turn = Promise.promise();
        loop.execute(() -> turn.tryComplete(Verdict.PASSED));
        return turn.future()
                .timeout(limit.toMillis(), TimeUnit.MILLISECONDS)
                .otherwise(late -> Verdict.failed("no turn within " + limit.toMillis() + " ms"));
    }
}
