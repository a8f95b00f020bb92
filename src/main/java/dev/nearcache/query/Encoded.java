package dev.nearcache.query;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a continue token as its JSON has them, not yet judged; read as Go reads a struct: names in any case, the
 * last of two wins, null is as good as nothing, and of wrong types the first is told.
 *
 * @param format {@code v}
 * @param version {@code rv}
 * @param start {@code start}
 */
record Encoded(String format, long version, String start) {
    private static final JsonFactory JSON = new JsonFactory();

    /** @throws IllegalArgumentException in the words of Go's JSON reader */
    static Encoded read(byte[] json) {
        JsonSyntax.check(json);
        // Bytes that are no UTF-8 are replaced, as Go does.
        try (JsonParser parser = JSON.createParser(new String(json, StandardCharsets.UTF_8))) {
            return switch (parser.nextToken()) {
                case START_OBJECT -> new Fields().read(parser);
                case VALUE_NULL -> new Encoded("", 0, "");
                default ->
                    throw new IllegalArgumentException("json: cannot unmarshal " + kind(parser.currentToken())
                            + " into Go value of type storage.continueToken");
            };
        } catch (IOException beyondSyntax) {
            throw new IllegalArgumentException("the JSON is larger than any token's", beyondSyntax);
        }
    }

    private static String kind(JsonToken token) {
        return switch (token) {
            case START_ARRAY -> "array";
            case START_OBJECT -> "object";
            case VALUE_STRING -> "string";
            case VALUE_TRUE, VALUE_FALSE -> "bool";
            default -> "number";
        };
    }

    /** The fields while they are read. */
    private static final class Fields {
        private String format = "";
        private long version;
        private String start = "";
        private @Nullable String fault;

        Encoded read(JsonParser parser) throws IOException {
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName().toLowerCase(Locale.ROOT);
                JsonToken token = parser.nextToken();
                if (token != JsonToken.VALUE_NULL) {
                    switch (name) {
                        case "v" -> format = text(parser, name, format);
                        case "start" -> start = text(parser, name, start);
                        case "rv" -> version = number(parser);
                        default -> {}
                    }
                }
                parser.skipChildren();
            }
            if (fault != null) {
                throw new IllegalArgumentException(fault);
            }
            return new Encoded(format, version, start);
        }

        private String text(JsonParser parser, String name, String before) throws IOException {
            if (parser.currentToken() == JsonToken.VALUE_STRING) {
                return parser.getText();
            }
            mistyped(kind(parser.currentToken()), name, "string");
            return before;
        }

        private long number(JsonParser parser) throws IOException {
            if (!parser.currentToken().isNumeric()) {
                mistyped(kind(parser.currentToken()), "rv", "int64");
                return version;
            }
            try {
                return Long.parseLong(parser.getText());
            } catch (NumberFormatException fractionalOrTooLarge) {
                mistyped("number " + parser.getText(), "rv", "int64");
                return version;
            }
        }

        private void mistyped(String what, String field, String type) {
            if (fault == null) {
                fault = "json: cannot unmarshal " + what + " into Go struct field continueToken." + field + " of type "
                        + type;
            }
        }
    }
}
