package dev.nearcache.soak;

import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Optional;

/** How a client speaks: what it asks for, and what it makes of the lines that come. Confined to the client's thread. */
interface Dialect {
    /** What to do after a line. */
    enum Next {
        GO_ON,
        /** The stream is over; another is to be asked for. */
        LEAVE
    }

    /**
     * A request for a stream.
     *
     * @param headers besides those that every request has
     */
    record Opening(String uri, Map<String, String> headers) {}

    /** What to list before the stream; empty if the stream comes at once. */
    Optional<String> list();

    /** Takes the answer to that. */
    void listed(Buffer body);

    /** What stream to ask for now. */
    Opening stream();

    /** The stream was accepted: what was known up to there is what it goes on from. */
    void opened();

    /** Takes one line, without its end. */
    Next line(byte[] line);

    /** Forgets where it was: the next stream starts anew. */
    void forget();
}
