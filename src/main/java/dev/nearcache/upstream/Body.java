package dev.nearcache.upstream;

import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.function.Consumer;

/** The body of an answer that ends by itself, read chunk by chunk. Confined to the context of the request. */
final class Body {
    private final Vertx vertx;
    private final HttpClientResponse response;
    private final Duration idleLimit;
    private final Promise<Void> read = Promise.promise();
    private long idleTimer;
    private long chunks;

    private Body(Vertx vertx, HttpClientResponse response, Duration idleLimit) {
        this.vertx = vertx;
        this.response = response;
        this.idleLimit = idleLimit;
    }

    /**
     * Reads a paused answer to its end.
     *
     * @param idleLimit an answer that is silent for this long (at most twice as long) is given up
     * @param onChunk takes each chunk; what it throws ends the reading
     * @return fails when the answer breaks off, with the connection given up
     */
    static Future<Void> read(Vertx vertx, HttpClientResponse response, Duration idleLimit, Consumer<byte[]> onChunk) {
        Body body = new Body(vertx, response, idleLimit);
        body.start(onChunk);
        return body.read.future();
    }

    /** Reads at most {@code limit} bytes and gives the connection up if there are more. */
    static Future<byte[]> readUpTo(Vertx vertx, HttpClientResponse response, Duration idleLimit, int limit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Overflow overflow = new Overflow();
        return read(vertx, response, idleLimit, chunk -> {
                    bytes.write(chunk, 0, Math.min(chunk.length, limit - bytes.size()));
                    if (bytes.size() == limit) {
                        throw overflow;
                    }
                })
                .recover(failure -> failure == overflow ? Future.succeededFuture() : Future.failedFuture(failure))
                .map(done -> bytes.toByteArray());
    }

    private void start(Consumer<byte[]> onChunk) {
        read.future().onComplete(done -> vertx.cancelTimer(idleTimer));
        read.future().onFailure(broken -> Exchange.reset(response.request()));
        response.handler(chunk -> take(chunk, onChunk));
        response.exceptionHandler(read::tryFail);
        response.endHandler(end -> read.tryComplete());
        watchIdleness(-1);
        response.resume();
    }

    private void take(Buffer chunk, Consumer<byte[]> onChunk) {
        if (read.future().isComplete()) {
            return;
        }
        chunks++;
        try {
            onChunk.accept(chunk.getBytes());
        } catch (UpstreamException | Overflow refused) {
            read.tryFail(refused);
        }
    }

    /** Looks now and then instead of setting a timer for each chunk. */
    private void watchIdleness(long chunksBefore) {
        if (chunks == chunksBefore) {
            read.tryFail(new UpstreamException(
                    Reason.UNREACHABLE, "the answer stopped for " + idleLimit.toMillis() + " ms", null));
            return;
        }
        long now = chunks;
        idleTimer = vertx.setTimer(idleLimit.toMillis(), fired -> watchIdleness(now));
    }

    /** Enough was read. */
    private static final class Overflow extends RuntimeException {
        private static final long serialVersionUID = 1;

        Overflow() {
            super("the answer is longer than is wanted", null, false, false);
        }
    }
}
