package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import dev.nearcache.upstream.Transport.Lane;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/** One request, until the head of its answer is there or can no longer come in time. Confined to one context. */
final class Exchange {
    /** As many connections as may have been closed since they were last used. */
    private static final int MOST_TRIES = 4;

    private final Promise<HttpClientResponse> answer = Promise.promise();
    private final Question question;

    private Exchange(Question question) {
        this.question = question;
    }

    /**
     * What is asked.
     *
     * @param lane whose connections carry it
     * @param prepare sets what the options cannot
     * @param left is done when nobody wants the answer any more; then it is given up at once
     */
    record Question(RequestOptions options, Lane lane, Consumer<HttpClientRequest> prepare, Future<?> left) {}

    /**
     * Sends a request. A connection that was used before may have been closed by the server just as the request was on
     * its way: then nothing came of it, and it goes out again, as Go's client does.
     *
     * @param timers of the caller's context
     * @param transport whose connections carry it
     * @param limits the one on the head of the answer counts from now; half of the dead peer's makes the path doubtful
     * @return the answer, paused: nothing of its body is lost before the caller has set its handlers
     */
    static Future<HttpClientResponse> send(
            Timers timers, Transport transport, Question question, UpstreamLimits limits, Path path) {
        Exchange exchange = new Exchange(question);
        Promise<HttpClientResponse> answer = exchange.answer;
        Timers.Scheduled limit = timers.schedule(limits.header(), () -> exchange.giveUp(limits.header()));
        Timers.Scheduled doubt = timers.schedule(limits.deadPeer().dividedBy(2), path::doubt);
        Path.Expected expected = path.expect(
                timers,
                () -> answer.tryFail(new UpstreamException(
                        Reason.UNREACHABLE, "no answer before the path to the API server was lost", null)));
        question.left()
                .onComplete(gone -> answer.tryFail(new CancellationException("nobody wants the answer any more")));
        exchange.open(transport, MOST_TRIES);
        return answer.future()
                .onFailure(failed -> {
                    if (!(failed instanceof CancellationException)) {
                        path.doubt();
                    }
                })
                .onComplete(done -> {
                    limit.cancel();
                    doubt.cancel();
                    expected.done();
                });
    }

    private void giveUp(Duration limit) {
        answer.tryFail(new UpstreamException(Reason.UNREACHABLE, "no answer within " + limit.toMillis() + " ms", null));
    }

    private void open(Transport transport, int tries) {
        transport
                .request(question.lane(), question.options())
                .onComplete(
                        request -> {
                            boolean again = !transport.isFirstUse(request.connection()) && tries > 1;
                            sent(request, failure -> {
                                if (again
                                        && isClosed(failure)
                                        && !answer.future().isComplete()) {
                                    open(transport, tries - 1);
                                } else {
                                    answer.tryFail(failure);
                                }
                            });
                        },
                        answer::tryFail);
    }

    private static boolean isClosed(Throwable failure) {
        return failure instanceof HttpClosedException || failure instanceof IOException;
    }

    private void sent(HttpClientRequest request, Consumer<Throwable> failed) {
        // What breaks fails the answer too, where it is told.
        request.exceptionHandler(broken -> {});
        if (answer.future().isComplete()) {
            reset(request);
            return;
        }
        question.prepare().accept(request);
        answer.future().onFailure(late -> reset(request));
        // Taken and paused before the request ends: a fast answer could otherwise deliver its body to nobody.
        request.response().onComplete(this::answered, failed::accept);
        request.end().onFailure(unsent -> {});
    }

    private void answered(HttpClientResponse response) {
        response.pause().exceptionHandler(broken -> {});
        answer.tryComplete(response);
    }

    /** Gives the connection up, or the stream on it; that it may be gone already is no news. */
    static void reset(HttpClientRequest request) {
        request.reset().onFailure(gone -> {});
    }
}
