package dev.nearcache;

import dev.nearcache.http.kube.Failures;
import dev.nearcache.http.kube.Origin;
import dev.nearcache.upstream.ApiClient;
import dev.nearcache.upstream.PassedAnswer;
import dev.nearcache.upstream.PassedAnswer.Silence;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;

/** The API server as the HTTP room sees it. */
final class ApiOrigin implements Origin {
    private final ApiClient client;

    ApiOrigin(ApiClient client) {
        this.client = client;
    }

    @Override
    public Future<Answer> get(String uri, MultiMap headers, Future<?> left) {
        return ask(uri, headers, Silence.LIMITED, left);
    }

    @Override
    public Future<Answer> stream(String uri, MultiMap headers, Future<?> left) {
        return ask(uri, headers, Silence.ALLOWED, left);
    }

    private Future<Answer> ask(String uri, MultiMap headers, Silence silence, Future<?> left) {
        return explained(client.pass(uri, headers, silence, left)).map(Passed::new);
    }

    private static <T> Future<T> explained(Future<T> asked) {
        return asked.recover(failure -> Future.failedFuture(
                Failures.originLost(String.valueOf(failure.getMessage())).exception()));
    }

    private record Passed(PassedAnswer answer) implements Answer {
        @Override
        public int status() {
            return answer.status();
        }

        @Override
        public MultiMap headers() {
            return answer.headers();
        }

        @Override
        public ReadStream<Buffer> body() {
            return answer.body();
        }

        @Override
        public Future<Buffer> whole(int most) {
            return explained(answer.whole(most));
        }

        @Override
        public void abandon() {
            answer.abandon();
        }
    }
}
