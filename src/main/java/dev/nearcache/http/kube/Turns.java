package dev.nearcache.http.kube;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

/** Does a few things at a time; others wait, and have their turn as they came. Confined to one event loop. */
final class Turns {
    private final int most;
    private final int mostWaiting;
    private final Queue<Promise<Void>> waiting = new ArrayDeque<>();
    private int running;

    /**
     * @param most how many are done at a time
     * @param mostWaiting how many more may wait
     */
    Turns(int most, int mostWaiting) {
        this.most = most;
        this.mostWaiting = mostWaiting;
    }

    /** Whether one more would find no place, not even to wait in. */
    boolean areTaken() {
        return running == most && waiting.size() == mostWaiting;
    }

    /** Does a thing when its turn has come. */
    <T> Future<T> take(Supplier<Future<T>> thing) {
        return turn().compose(go -> thing.get()).onComplete(done -> next());
    }

    private Future<Void> turn() {
        if (running < most) {
            running++;
            return Future.succeededFuture();
        }
        Promise<Void> turn = Promise.promise();
        waiting.add(turn);
        return turn.future();
    }

    /** Whoever is done hands the place on, so that nobody who comes now is before those who wait. */
    private void next() {
        Promise<Void> turn = waiting.poll();
        if (turn == null) {
            running--;
        } else {
            turn.complete();
        }
    }
}
