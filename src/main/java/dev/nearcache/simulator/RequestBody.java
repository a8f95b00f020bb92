package dev.nearcache.simulator;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

/** Reads what a client sends, up to the API server's limit of three megabytes. */
final class RequestBody {
    private static final int MOST = 3 * 1024 * 1024;

    private RequestBody() {}

    static Future<Buffer> read(HttpServerRequest request) {
        Promise<Buffer> promise = Promise.promise();
        Buffer body = Buffer.buffer();
        request.handler(chunk -> {
            if (body.length() + chunk.length() <= MOST) {
                body.appendBuffer(chunk);
            } else {
                promise.tryFail(new ApiFailure(
                        StatusBody.of(413, "RequestEntityTooLarge", "Request entity too large: limit is " + MOST)));
            }
        });
        request.endHandler(end -> promise.tryComplete(body));
        request.exceptionHandler(promise::tryFail);
        return promise.future();
    }
}
