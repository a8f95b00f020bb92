package dev.nearcache.http.kube;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;

/**
 * The API server itself, for documents and for reads that are passed through. It is asked with the sidecar's own
 * credentials; of a client's headers, only those that say which answer it wants reach it. May be used from any event
 * loop; futures are done on the loop that asks.
 */
public interface Origin {
    /**
     * GETs a path with its query.
     *
     * @param headers of the client; others than those that describe the answer are left out
     * @param left is done when the client has left: what is not answered by then is given up at once
     * @return any answer, its body paused; fails with a {@link StatusException} if the server cannot be reached or does
     *     not let the sidecar in
     */
    Future<Answer> get(String uri, MultiMap headers, Future<?> left);

    /** The same for an answer that may be silent for long and still go on: a watch. */
    Future<Answer> stream(String uri, MultiMap headers, Future<?> left);

    /** An answer. Its body is taken once, or the answer abandoned: until then, it holds a connection. */
    interface Answer {
        /** The HTTP status code. */
        int status();

        /** Those that describe the body. */
        MultiMap headers();

        /** The body as it comes; what breaks off ends in its exception handler. */
        ReadStream<Buffer> body();

        /**
         * The body, read to its end.
         *
         * @return fails with a {@link StatusException} if it breaks off or is longer than {@code most} bytes
         */
        Future<Buffer> whole(int most);

        /** Lets the rest go. */
        void abandon();
    }
}
