package dev.nearcache.http.kube;

import dev.nearcache.resource.Quoted;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/** Whole bodies of a known length. */
public final class Answers {
    private Answers() {}

    /** Sends a JSON body as the client likes to read it. */
    public static void json(HttpServerRequest request, byte[] json) {
        Form.Layout layout =
                MediaTypes.wantPretty(request.getHeader("Accept")) ? Form.Layout.PRETTY : Form.Layout.COMPACT;
        Form form = new Form(Form.Encoding.JSON, Form.Shape.OBJECT, "", layout);
        send(request.response(), json, Representation.of(request, form, json.length));
    }

    /** Sends a failure. */
    public static void status(HttpServerRequest request, Status status) {
        HttpServerResponse response = request.response().setStatusCode(status.code());
        if (status.retryAfterSeconds() > 0) {
            response.putHeader("Retry-After", Integer.toString(status.retryAfterSeconds()));
        }
        byte[] json = status.json();
        Form form = Negotiation.ofFailure(request.getHeader("Accept"));
        send(response, json, Representation.of(request, form, json.length));
    }

    /** Sends a failure to a request whose parameters cannot be read, not even for how it likes its answer. */
    public static void plainStatus(HttpServerRequest request, Status status) {
        send(request.response().setStatusCode(status.code()), status.json(), Representation.plain());
    }

    /** Says that the path leads nowhere, in the words and the plain text of kube-apiserver. */
    public static void pageNotFound(HttpServerRequest request) {
        if (!request.response().headers().contains("Cache-Control")) {
            request.response().putHeader("Cache-Control", "no-cache, private");
        }
        plain(request, 404, "404 page not found");
    }

    /** Says that a watch names nothing to watch: kube-apiserver fails where it reads such a path (kubernetes-api.md 0.2). */
    static void undeterminedWatch(HttpServerRequest request) {
        String target = request.uri();
        plain(
                request,
                500,
                "Internal Server Error: " + Quoted.of(target)
                        + ": failed to create RequestInfo: unable to determine kind and namespace from url, "
                        + target);
    }

    private static void plain(HttpServerRequest request, int code, String text) {
        request.response()
                .setStatusCode(code)
                .putHeader("Content-Type", "text/plain; charset=utf-8")
                .putHeader("X-Content-Type-Options", "nosniff")
                .end(text + "\n")
                .onFailure(gone -> {});
    }

    static void send(HttpServerResponse response, byte[] json, Representation representation) {
        describe(response, representation);
        response.end(written(json, representation)).onFailure(gone -> {});
    }

    /** Sends a body under another name of its form than the representation's. */
    static void named(HttpServerResponse response, byte[] json, Representation representation, String mediaType) {
        describe(response, representation, mediaType);
        response.end(written(json, representation)).onFailure(gone -> {});
    }

    /** Sends a body that anyone may keep, unless the client has it already. */
    static void tagged(
            HttpServerRequest request, byte[] json, Representation representation, String mediaType, String tag) {
        HttpServerResponse response = request.response();
        describe(response, representation, mediaType);
        response.putHeader("Cache-Control", "public").putHeader("ETag", tag);
        if (EntityTags.matches(request.getHeader("If-None-Match"), tag)) {
            response.setStatusCode(304).end().onFailure(gone -> {});
        } else {
            response.end(written(json, representation)).onFailure(gone -> {});
        }
    }

    private static Buffer written(byte[] json, Representation representation) {
        Buffer body = Buffer.buffer(json.length + 1);
        BodyFilter filter = representation.filter();
        filter.write(json, body);
        filter.finish(body);
        return body;
    }

    private static void describe(HttpServerResponse response, Representation representation, String mediaType) {
        describe(response, representation);
        response.putHeader("Content-Type", mediaType).headers().add("Vary", "Accept");
    }

    static void describe(HttpServerResponse response, Representation representation) {
        response.putHeader("Content-Type", representation.mediaType());
        // Of a stale copy it was said already that nobody is to keep it.
        if (!response.headers().contains("Cache-Control")) {
            response.putHeader("Cache-Control", "no-cache, private");
        }
        if (representation.isCompressed()) {
            compressed(response);
        }
    }

    /** Says that the body is compressed, and would not be for others. */
    static void compressed(HttpServerResponse response) {
        response.putHeader("Content-Encoding", "gzip").putHeader("Vary", "Accept-Encoding");
    }
}
