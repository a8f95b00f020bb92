package dev.nearcache.http.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.resource.JsonReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * An object's JSON with another version, or with a mark that its deletion was only inferred: the bytes around the change
 * stay as they are.
 */
final class BodyEdit {
    private static final String UNKNOWN = "\"nearcache.dev/final-state-unknown\":\"true\"";

    private static final int ABSENT = -1;

    private int metadata = ABSENT;
    private int annotations = ABSENT;
    private int annotationsNext = ABSENT;
    private int version = ABSENT;
    private int versionEnd = ABSENT;

    private BodyEdit(byte[] json) {
        try (JsonParser parser = JsonReading.whole(json)) {
            parser.nextToken();
            while (metadata == ABSENT && parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals("metadata");
                if (parser.nextToken() == JsonToken.START_OBJECT && wanted) {
                    metadata = start(parser);
                    find(parser);
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The JSON with this text as its {@code metadata.resourceVersion}. */
    static byte[] withVersion(byte[] json, String version) {
        BodyEdit places = new BodyEdit(json);
        return places.version == ABSENT
                ? json
                : spliced(json, places.version, places.versionEnd, "\"" + version + "\"");
    }

    /** The JSON with the annotation {@code nearcache.dev/final-state-unknown}. */
    static byte[] withFinalStateUnknown(byte[] json) {
        BodyEdit places = new BodyEdit(json);
        if (places.annotations != ABSENT) {
            boolean empty = json[places.annotationsNext] == '}';
            return spliced(json, places.annotations + 1, places.annotations + 1, empty ? UNKNOWN : UNKNOWN + ",");
        }
        if (places.metadata == ABSENT) {
            return json;
        }
        int at = places.metadata + 1;
        return spliced(json, at, at, "\"annotations\":{" + UNKNOWN + "}" + (json[at] == '}' ? "" : ","));
    }

    private void find(JsonParser parser) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("resourceVersion") && value == JsonToken.VALUE_STRING) {
                version = start(parser);
                versionEnd = version + parser.getTextLength() + 2;
            } else if (name.equals("annotations") && value == JsonToken.START_OBJECT) {
                annotations = start(parser);
                annotationsNext = annotations + 1;
            }
            parser.skipChildren();
        }
    }

    private static int start(JsonParser parser) {
        return Math.toIntExact(parser.currentTokenLocation().getByteOffset());
    }

    private static byte[] spliced(byte[] json, int from, int to, String text) {
        byte[] middle = text.getBytes(StandardCharsets.UTF_8);
        byte[] edited = new byte[json.length - (to - from) + middle.length];
        System.arraycopy(json, 0, edited, 0, from);
        System.arraycopy(middle, 0, edited, from, middle.length);
        System.arraycopy(json, to, edited, from + middle.length, json.length - to);
        return edited;
    }
}
