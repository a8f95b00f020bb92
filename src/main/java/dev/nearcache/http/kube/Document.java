package dev.nearcache.http.kube;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;

/**
 * An answer of the API server that does not depend on who asks. Its headers and body are not changed by anyone.
 *
 * @param headers those that describe the body
 * @param body empty if it is too long to be kept
 * @param readNanos when the body was read, by the clock of {@link dev.nearcache.time.Timers#nanos}
 * @param provenNanos when the API server last said that it is still so
 */
record Document(int status, MultiMap headers, Optional<Buffer> body, long readNanos, long provenNanos) {
    /**
     * What is asked for.
     *
     * @param uri path and query
     * @param accept the Accept header
     * @param coding the Accept-Encoding header
     */
    record Key(String uri, String accept, String coding) {
        int length() {
            return uri.length() + accept.length() + coding.length();
        }
    }

    static Document of(Origin.Answer answer, Optional<Buffer> body, long nanos) {
        return new Document(answer.status(), answer.headers(), body, nanos, nanos);
    }

    /** The same, which is still so. */
    Document proven(long nanos) {
        return new Document(status, headers, body, readNanos, nanos);
    }

    /** Whether it is an answer at all, rather than a word about the server's troubles. */
    boolean isSettled() {
        return status < 500 && status != 429;
    }

    int length() {
        return body.map(Buffer::length).orElse(0);
    }

    Duration age(long nanos) {
        return Duration.ofNanos(nanos - provenNanos);
    }
}
