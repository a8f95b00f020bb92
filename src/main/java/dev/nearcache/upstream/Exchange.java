package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.RequestOptions;
import java.time.Duration;
import java.util.function.Consumer;

/** One request, until the head of its answer is there or can no longer come in time. Confined to one context. */
final class Exchange {
    private final Promise<HttpClientResponse> answer = Promise.promise();

    private Exchange() {}

    /**
     * Sends a request.
     *
     * @param timers of the caller's context
     * @param prepare sets what the options cannot
     * @param limits the one on the head of the answer counts from now; half of the dead peer's makes the path doubtful
     * @return the answer, paused: nothing of its body is lost before the caller has set its handlers
     */
    static Future<HttpClientResponse> send(
            Timers timers,
            HttpClientAgent http,
            RequestOptions options,
            Consumer<HttpClientRequest> prepare,
            UpstreamLimits limits,
            Path path) {
        Exchange exchange = new Exchange();
        Promise<HttpClientResponse> answer = exchange.answer;
        Timers.Scheduled limit = timers.schedule(limits.header(), () -> exchange.giveUp(limits.header()));
        Timers.Scheduled doubt = timers.schedule(limits.deadPeer().dividedBy(2), path::doubt);
        Path.Expected expected = path.expect(
                timers,
                () -> answer.tryFail(new UpstreamException(
                        Reason.UNREACHABLE, "no answer before the path to the API server was lost", null)));
        http.request(options).onComplete(request -> exchange.sent(request, prepare), answer::tryFail);
        return answer.future().onFailure(failed -> path.doubt()).onComplete(done -> {
            limit.cancel();
            doubt.cancel();
            expected.done();
        });
    }

    private void giveUp(Duration limit) {
        answer.tryFail(new UpstreamException(Reason.UNREACHABLE, "no answer within " + limit.toMillis() + " ms", null));
    }

    private void sent(HttpClientRequest request, Consumer<HttpClientRequest> prepare) {
        // What breaks fails the answer too, where it is told.
        request.exceptionHandler(broken -> {});
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

    /** Gives the connection up, or the stream on it; that it may be gone already is no news. */
    static void reset(HttpClientRequest request) {
        request.reset().onFailure(gone -> {});
    }
}
