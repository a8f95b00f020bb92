package dev.nearcache.upstream;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import dev.nearcache.resource.JsonReading;
import java.io.IOException;

/** Turns bytes, cut anywhere, into JSON tokens. */
final class TokenFeed {
    /** Takes one token after the other. */
    interface Tokens {
        /**
         * Takes the parser's current token.
         *
         * @return whether the next one is wanted
         */
        boolean accept(JsonParser parser) throws IOException;
    }

    private final JsonParser parser = JsonReading.fed();
    private final ByteArrayFeeder feeder = JsonReading.feeder(parser);

    /** Hands over the tokens that a chunk completes; after one that was the last wanted, the feed is used up. */
    void feed(byte[] chunk, Tokens tokens) throws IOException {
        feeder.feedInput(chunk, 0, chunk.length);
        drain(tokens);
    }

    /**
     * No chunk follows.
     *
     * @throws IOException if a value is left open
     */
    void end(Tokens tokens) throws IOException {
        feeder.endOfInput();
        drain(tokens);
    }

    private void drain(Tokens tokens) throws IOException {
        JsonToken token = parser.nextToken();
        while (token != null && token != JsonToken.NOT_AVAILABLE && tokens.accept(parser)) {
            token = parser.nextToken();
        }
    }
}
