package dev.nearcache.simulator;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** JSON trees to bytes and back. */
final class Json {
    /**
     * As far as a real API server goes: names as long as the object, and 10,000 levels. Characters beyond the basic plane
     * are four bytes on the wire, not escapes.
     */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(10_000)
                    .maxNameLength(16 * 1024 * 1024)
                    .build())
            .streamWriteConstraints(
                    StreamWriteConstraints.builder().maxNestingDepth(10_000).build())
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    /** Decimals keep their text, so that 1.50 stays 1.50 through a change of another field. */
    private static final JsonMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** A tree of bytes that this room wrote itself. */
    static ObjectNode object(byte[] json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A tree of what a resource file holds. */
    static JsonNode read(InputStream in) throws IOException {
        return MAPPER.readTree(in);
    }

    /** A tree of what a client sent. */
    static ObjectNode request(byte[] json) {
        try {
            JsonNode tree = MAPPER.readTree(json);
            if (tree instanceof ObjectNode object) {
                return object;
            }
            throw new ApiFailure(StatusBody.badRequest("the body of the request must be a JSON object"));
        } catch (IOException e) {
            throw new ApiFailure(StatusBody.badRequest("the body of the request is not valid JSON" + place(e)));
        }
    }

    static byte[] bytes(JsonNode tree) {
        try {
            return MAPPER.writeValueAsBytes(tree);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A child object, made if it is absent or of another kind. */
    static ObjectNode child(ObjectNode parent, String field) {
        return parent.get(field) instanceof ObjectNode child ? child : parent.putObject(field);
    }

    private static String place(IOException e) {
        return e instanceof JsonProcessingException json && json.getLocation() != null
                ? " (line " + json.getLocation().getLineNr() + ", column "
                        + json.getLocation().getColumnNr() + ")"
                : "";
    }
}
