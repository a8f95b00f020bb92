package dev.nearcache.upstream;

import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.function.Consumer;

/** One request, until the head of its answer is there or can no longer come in time. */
final class Exchange {
    private final Promise<HttpClientResponse> answer = Promise.promise();

    private Exchange() {}

    /**
     * Sends a request.
     *
     * @param prepare sets what the options cannot
     * @param limit from now to the head of the answer
     * @return the answer, paused: nothing of its body is lost before the caller has set its handlers
     */
    static Future<HttpClientResponse> send(
            Vertx vertx,
            HttpClientAgent http,
            RequestOptions options,
            Consumer<HttpClientRequest> prepare,
            Duration limit) {
        Exchange exchange = new Exchange();
        Promise<HttpClientResponse> answer = exchange.answer;
        long timer = vertx.setTimer(
                limit.toMillis(),
                fired -> answer.tryFail(new UpstreamException(
                        Reason.UNREACHABLE, "no answer within " + limit.toMillis() + " ms", null)));
        http.request(options).onComplete(request -> exchange.sent(request, prepare), answer::tryFail);
        return answer.future().onComplete(done -> vertx.cancelTimer(timer));
    }

    private void sent(HttpClientRequest request, Consumer<HttpClientRequest> prepare) {
        if (answer.future().isComplete()) {
            reset(request);
            return;
        }
        prepare.accept(request);
        answer.future().onFailure(late -> reset(request));
        // Taken and paused before the request ends: a fast answer could otherwise deliver its body to nobody.
        request.response().onComplete(this::answered, answer::tryFail);
        request.end().onFailure(answer::tryFail);
    }

    private void answered(HttpClientResponse response) {
        response.pause().exceptionHandler(broken -> {});
        answer.tryComplete(response);
    }

    /** Gives the connection up; that it may be gone already is no news. */
    static void reset(HttpClientRequest request) {
        request.reset().onFailure(gone -> {});
    }
}
