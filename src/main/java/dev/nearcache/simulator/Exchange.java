package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request for a type, and its answer.
 *
 * @param request the request
 * @param path what it names
 * @param verb what it does
 * @param body what it sent, empty for reads
 */
record Exchange(HttpServerRequest request, ApiPath path, Verb verb, Buffer body) {
    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final String JSON = "application/json";

    SimType type() {
        return path.state().type();
    }

    ListOptions options() {
        return new ListOptions(request.params());
    }

    /** The query, decoded; of a parameter that comes twice, the first. */
    Map<String, String> query() {
        Map<String, String> query = new HashMap<>();
        request.params().forEach(parameter -> query.putIfAbsent(parameter.getKey(), parameter.getValue()));
        return query;
    }

    boolean acceptsGzip() {
        String accepted = request.getHeader("Accept-Encoding");
        return accepted != null && accepted.contains("gzip");
    }

    /** The head of an answer whose body is streamed. */
    HttpServerResponse stream() {
        return head(request.response(), 200, JSON).setChunked(true);
    }

    void reply(int code, SimObject object) {
        send(request.response(), code, JSON, object.json() + "\n");
    }

    void reply(int code, JsonNode body) {
        reply(request.response(), code, body);
    }

    void fail(Throwable failure) {
        fail(request, failure);
    }

    static void fail(HttpServerRequest request, Throwable failure) {
        if (request.response().closed() || request.response().headWritten()) {
            return;
        }
        if (failure instanceof ApiFailure known) {
            reply(request.response(), known.status());
            return;
        }
        LOG.atError().addKeyValue("uri", request.uri()).setCause(failure).log("simulator failed to answer");
        reply(request.response(), StatusBody.of(500, "InternalError", "Internal error occurred: " + failure));
    }

    static void reply(HttpServerResponse response, StatusBody status) {
        if (status.retryAfterSeconds() > 0) {
            response.putHeader("Retry-After", Integer.toString(status.retryAfterSeconds()));
        }
        reply(response, status.code(), status.json());
    }

    static void reply(HttpServerResponse response, int code, JsonNode body) {
        send(
                response,
                code,
                JSON,
                Buffer.buffer(Json.bytes(body)).appendByte((byte) '\n').toString());
    }

    static void send(HttpServerResponse response, int code, String contentType, String body) {
        // A failed write is a client that left.
        head(response, code, contentType).end(body).onFailure(left -> {});
    }

    private static HttpServerResponse head(HttpServerResponse response, int code, String contentType) {
        response.setStatusCode(code).putHeader("Cache-Control", "no-cache, private");
        if (!contentType.isEmpty()) {
            response.putHeader("Content-Type", contentType);
        }
        return response;
    }
}
