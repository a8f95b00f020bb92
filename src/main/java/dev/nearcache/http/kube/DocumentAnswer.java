package dev.nearcache.http.kube;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * A document of the API server as an answer, whole or in part, as the API server itself gives it: its head alone, a range
 * of it (RFC 9110, 14), or that the client has it already. Several ranges at once are answered by the whole, which the
 * RFC allows.
 */
final class DocumentAnswer {
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final Document document;
    private final Optional<Duration> stale;

    /** @param stale its age, if the API server does not confirm it now */
    DocumentAnswer(HttpServerRequest request, Document document, Optional<Duration> stale) {
        this.request = request;
        this.response = request.response();
        this.document = document;
        this.stale = stale;
    }

    void send(PumpGroup pumps) {
        describe();
        boolean found = document.status() == 200;
        if (found && stale.isEmpty() && isUnchanged()) {
            response.headers().remove("Content-Length").remove("Content-Type");
            response.setStatusCode(304).end().onFailure(gone -> {});
            return;
        }
        Buffer whole = document.body().orElseGet(Buffer::buffer);
        Optional<ByteRange> range = Optional.empty();
        if (found && whole.length() > 0) {
            response.putHeader("Accept-Ranges", "bytes");
            try {
                range = isRangeWanted() ? ByteRange.of(request.getHeader("Range"), whole.length()) : range;
            } catch (ByteRange.Unsatisfiable wrong) {
                refuse(wrong, whole.length());
                return;
            }
        }
        range.ifPresent(part -> response.setStatusCode(206).putHeader("Content-Range", part.of(whole.length())));
        Buffer body = range.map(part -> whole.slice(part.start(), part.end())).orElse(whole);
        if (request.method().equals(HttpMethod.HEAD)) {
            // One that is too long to be kept has its length among its headers.
            document.body().ifPresent(kept -> response.putHeader("Content-Length", Integer.toString(body.length())));
            response.end().onFailure(gone -> {});
        } else {
            response.putHeader("Content-Length", Integer.toString(body.length()));
            pumps.body(request, new BufferedBody(body), () -> {}).wake();
        }
    }

    private void describe() {
        response.setStatusCode(document.status());
        document.headers().forEach(header -> response.headers().add(header.getKey(), header.getValue()));
        // That of the request by which it came to us, once.
        response.headers().remove("Audit-Id");
        stale.ifPresent(age -> Freshness.tellCopy(response, age));
    }

    /** A star matches even what has no tag, as on Go's file server, which serves these documents there. */
    private boolean isUnchanged() {
        String known = request.getHeader("If-None-Match");
        return EntityTags.isAny(known)
                || EntityTags.matches(known, document.headers().get("ETag"));
    }

    /** A part is of no use to whoever has parts of another document. */
    private boolean isRangeWanted() {
        String condition = request.getHeader("If-Range");
        return condition == null
                || condition.equals(document.headers().get("ETag"))
                || condition.equals(document.headers().get("Last-Modified"));
    }

    private void refuse(ByteRange.Unsatisfiable wrong, int length) {
        response.headers()
                .remove("ETag")
                .remove("Last-Modified")
                .remove("Accept-Ranges")
                .remove("Content-Length");
        if (wrong.isBeyond()) {
            response.putHeader("Content-Range", "bytes */" + length);
        }
        response.setStatusCode(416)
                .putHeader("Content-Type", "text/plain; charset=utf-8")
                .putHeader("X-Content-Type-Options", "nosniff")
                .end(wrong.getMessage() + "\n")
                .onFailure(gone -> {});
    }
}
