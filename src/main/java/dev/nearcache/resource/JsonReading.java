package dev.nearcache.resource;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import com.fasterxml.jackson.core.async.NonBlockingInputFeeder;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The one way in which the API server's JSON is read: limits far above any object, no text thrown away. */
public final class JsonReading {
    /** etcd refuses objects above a few megabytes, so a text or number of this size is no object's. */
    private static final int LONGEST_TEXT = 16 * 1024 * 1024;

    /** Far deeper than {@link ObjectDecoder} keeps, so that one such object does not cost its neighbours. */
    private static final int DEEPEST = 100_000;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(LONGEST_TEXT)
                    .maxNameLength(LONGEST_TEXT)
                    .maxNumberLength(LONGEST_TEXT)
                    .maxNestingDepth(DEEPEST)
                    .build())
            .build();

    private static final ObjectMapper TREES = new ObjectMapper(FACTORY);

    private JsonReading() {}

    /**
     * What is wrong with a text, and where, without a word of it: the parser's own messages show pieces of what they
     * cannot read, which may be a Secret's.
     */
    public static String problem(IOException cause) {
        if (cause instanceof StreamConstraintsException limit) {
            return limit.getOriginalMessage();
        }
        return cause instanceof JsonProcessingException json && json.getLocation() != null
                ? "bad JSON at byte " + json.getLocation().getByteOffset()
                : "bad JSON";
    }

    /** A parser that is fed chunks by {@link ByteArrayFeeder}, cut anywhere; it reads any number of values in a row. */
    public static JsonParser fed() {
        try {
            return FACTORY.createNonBlockingByteArrayParser();
        } catch (IOException impossible) {
            throw new IllegalStateException("making a parser reads nothing", impossible);
        }
    }

    /** The feeder of a parser that {@link #fed} made. */
    public static ByteArrayFeeder feeder(JsonParser parser) {
        NonBlockingInputFeeder feeder = parser.getNonBlockingInputFeeder();
        return (ByteArrayFeeder) feeder;
    }

    /**
     * A parser of a whole text.
     *
     * @throws IOException if its encoding cannot be told
     */
    public static JsonParser whole(byte[] json) throws IOException {
        return FACTORY.createParser(json);
    }

    /**
     * A whole text as a tree, for what must look here and there in one object; it costs ten times the text.
     *
     * @throws UncheckedIOException if it is no JSON
     */
    public static JsonNode tree(byte[] json) {
        try {
            return TREES.readTree(json);
        } catch (IOException broken) {
            throw new UncheckedIOException(problem(broken), broken);
        }
    }
}
