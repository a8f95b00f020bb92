package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.function.Consumer;

/** The body of an answer that ends by itself, read chunk by chunk. Confined to the context of the request. */
final class Body {
    private final Timers timers;
    private final HttpClientResponse response;
    private final Duration idleLimit;
    private final Promise<Void> read = Promise.promise();
    private final Path.Expected rest;
    private Timers.Scheduled idle = () -> {};
    private long chunks;

    private Body(Timers timers, HttpClientResponse response, Duration idleLimit, Path path) {
        this.timers = timers;
        this.rest = path.expect(
                timers,
                () -> read.tryFail(new UpstreamException(
                        Reason.UNREACHABLE, "the answer broke off when the path to the API server was lost", null)));
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
    static Future<Void> read(
            Timers timers, HttpClientResponse response, Duration idleLimit, Path path, Consumer<byte[]> onChunk) {
        Body body = new Body(timers, response, idleLimit, path);
        body.start(onChunk);
        return body.read.future();
    }

    /** Reads at most {@code limit} bytes and gives it up if there are more. */
    static Future<byte[]> readUpTo(
            Timers timers, HttpClientResponse response, Duration idleLimit, Path path, int limit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Overflow overflow = new Overflow();
        return read(timers, response, idleLimit, path, chunk -> {
                    bytes.write(chunk, 0, Math.min(chunk.length, limit - bytes.size()));
                    if (bytes.size() == limit) {
                        throw overflow;
                    }
                })
                .recover(failure -> failure == overflow ? Future.succeededFuture() : Future.failedFuture(failure))
                .map(done -> bytes.toByteArray());
    }

    private void start(Consumer<byte[]> onChunk) {
        read.future().onComplete(done -> {
            idle.cancel();
            rest.done();
        });
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
        rest.heard();
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
        idle = timers.schedule(idleLimit, () -> watchIdleness(now));
    }

    /** Enough was read. */
    private static final class Overflow extends RuntimeException {
        private static final long serialVersionUID = 1;

        Overflow() {
            super("the answer is longer than is wanted", null, false, false);
        }
    }
}
