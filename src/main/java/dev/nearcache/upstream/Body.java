package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import dev.nearcache.upstream.PassedAnswer.Silence;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.function.Consumer;

/** The body of an answer that ends by itself, read to its end as it comes. Confined to the context of the request. */
final class Body {
    private final AnswerBody pieces;
    private final Promise<Void> read = Promise.promise();

    private Body(ApiClient client, HttpClientResponse response) {
        this.pieces = new AnswerBody(client, response, Silence.LIMITED);
    }

    /**
     * Reads a paused answer to its end. One that is silent for {@link UpstreamLimits#bodyIdle} (at most twice as long) is
     * given up.
     *
     * @param onChunk takes each chunk; an {@link UpstreamException} that it throws ends the reading
     * @return fails when the answer breaks off, with the connection given up
     */
    static Future<Void> read(ApiClient client, HttpClientResponse response, Consumer<byte[]> onChunk) {
        Body body = new Body(client, response);
        body.start(onChunk);
        return body.read.future();
    }

    /**
     * Reads at most {@code limit} bytes and gives it up if there are more, or if the answer is not at its end after
     * {@link UpstreamLimits#document}: what comes byte by byte is never silent.
     */
    static Future<byte[]> readUpTo(ApiClient client, HttpClientResponse response, int limit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Overflow overflow = new Overflow();
        Body body = new Body(client, response);
        Duration patience = client.limits().document();
        Timers.Scheduled whole = client.timers()
                .schedule(
                        patience,
                        () -> body.pieces.giveUp(new UpstreamException(
                                Reason.UNREACHABLE,
                                "the answer did not end within " + patience.toMillis() + " ms",
                                null)));
        body.start(chunk -> {
            bytes.write(chunk, 0, Math.min(chunk.length, limit - bytes.size()));
            if (bytes.size() == limit) {
                throw overflow;
            }
        });
        return body.read
                .future()
                .onComplete(done -> whole.cancel())
                .recover(failure -> failure == overflow ? Future.succeededFuture() : Future.failedFuture(failure))
                .map(done -> bytes.toByteArray());
    }

    private void start(Consumer<byte[]> onChunk) {
        pieces.exceptionHandler(read::tryFail);
        pieces.endHandler(end -> read.tryComplete());
        pieces.handler(chunk -> take(chunk, onChunk));
        pieces.resume();
    }

    private void take(Buffer chunk, Consumer<byte[]> onChunk) {
        try {
            onChunk.accept(chunk.getBytes());
        } catch (UpstreamException | Overflow refused) {
            read.tryFail(refused);
            pieces.giveUp(refused);
        }
    }

    /** Enough was read. */
    private static final class Overflow extends RuntimeException {
        private static final long serialVersionUID = 1;

        Overflow() {
            super("the answer is longer than is wanted", null, false, false);
        }
    }
}
