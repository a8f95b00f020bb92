package dev.nearcache.http.kube;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Whole bodies of a known length. */
public final class Answers {
    private Answers() {}

    /** Sends a JSON body as the client likes to read it. */
    public static void json(HttpServerRequest request, byte[] json) {
        send(request.response(), json, Representation.of(request, json.length));
    }

    /** Sends a failure. */
    public static void status(HttpServerRequest request, Status status) {
        HttpServerResponse response = request.response().setStatusCode(status.code());
        if (status.retryAfterSeconds() > 0) {
            response.putHeader("Retry-After", Integer.toString(status.retryAfterSeconds()));
        }
        json(request, status.json());
    }

    /** Sends a failure to a request whose parameters cannot be read, not even for how it likes its answer. */
    public static void plainStatus(HttpServerRequest request, Status status) {
        send(request.response().setStatusCode(status.code()), status.json(), Representation.plain());
    }

    /** Says that the path leads nowhere, in the words and the plain text of kube-apiserver. */
    public static void pageNotFound(HttpServerRequest request) {
        request.response()
                .setStatusCode(404)
                .putHeader("Content-Type", "text/plain; charset=utf-8")
                .end("404 page not found\n")
                .onFailure(gone -> {});
    }

    static void send(HttpServerResponse response, byte[] json, Representation representation) {
        Buffer body = Buffer.buffer(json.length + 1);
        BodyFilter filter = representation.filter();
        filter.write(json, body);
        filter.finish(body);
        describe(response, representation);
        response.end(body).onFailure(gone -> {});
    }

    static void describe(HttpServerResponse response, Representation representation) {
        response.putHeader("Content-Type", "application/json").putHeader("Cache-Control", "no-cache, private");
        if (representation.isCompressed()) {
            response.putHeader("Content-Encoding", "gzip").putHeader("Vary", "Accept-Encoding");
        }
    }
}
