package dev.nearcache.upstream;

import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.streams.ReadStream;
import java.util.List;

/**
 * An answer of the API server, whatever its status, that is handed on. Its body is paused until somebody takes it, by
 * one of the three ways. Confined to the context of the request.
 */
public final class PassedAnswer {
    /** What describes the body. The rest belongs to the connection, or speaks to us alone. */
    private static final List<String> HEADERS = List.of(
            "Audit-Id",
            "Cache-Control",
            "Content-Encoding",
            "Content-Length",
            "Content-Type",
            "ETag",
            "Expires",
            "Last-Modified",
            "Location",
            "Retry-After",
            "Vary",
            "Warning",
            "X-Content-Type-Options");

    private final ApiClient client;
    private final HttpClientResponse response;
    private final Silence silence;

    /** Whether a body that says nothing for long is given up. */
    public enum Silence {
        /** It is: something is on its way. */
        LIMITED,
        /** It is not, but for a connection that is found dead: a watch of what does not change. */
        ALLOWED
    }

    PassedAnswer(ApiClient client, HttpClientResponse response, Silence silence) {
        this.client = client;
        this.response = response;
        this.silence = silence;
    }

    public int status() {
        return response.statusCode();
    }

    /** The headers that describe the body. */
    public MultiMap headers() {
        MultiMap described = MultiMap.caseInsensitiveMultiMap();
        HEADERS.forEach(name -> described.add(name, response.headers().getAll(name)));
        return described;
    }

    /** The body as it comes; a failure is an {@link UpstreamException}. */
    public ReadStream<Buffer> body() {
        return new AnswerBody(client, response, silence);
    }

    /** The body, read to its end; fails with {@link UpstreamException} if it breaks off or is longer than a limit. */
    public Future<Buffer> whole(int most) {
        // One byte more tells a whole body from the beginning of one.
        return client.readUpTo(response, most + 1).map(body -> {
            if (body.length > most) {
                throw new UpstreamException(Reason.BAD_ANSWER, "the answer is longer than " + most + " bytes", null);
            }
            return Buffer.buffer(body);
        });
    }

    /** Lets the rest go. */
    public void abandon() {
        Exchange.reset(response.request());
    }
}
