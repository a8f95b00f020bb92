package dev.nearcache.soak;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What the oracle needs of one watch event; the rest of its object is not even read.
 *
 * @param type ADDED, MODIFIED, DELETED, BOOKMARK, ERROR, RESET
 * @param resource the type's name on event streams, empty on watches
 * @param key of the object
 * @param version of the object, or of the mark
 * @param text of an error, for people
 */
record Event(String type, String resource, String key, String uid, long version, Mark mark, String text) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final String END = "k8s.io/initial-events-end";

    /** What a bookmark marks. */
    enum Mark {
        NONE,
        INITIAL_EVENTS_END
    }

    static Event parse(byte[] json) {
        try (JsonParser parser = JSON.createParser(json)) {
            return new Reading(parser).event();
        } catch (IOException malformed) {
            throw new UncheckedIOException(
                    "not an event: " + new String(json, java.nio.charset.StandardCharsets.UTF_8), malformed);
        }
    }

    /** One pass over an event. */
    private static final class Reading {
        private final JsonParser parser;
        private String type = "";
        private String resource = "";
        private String namespace = "";
        private String name = "";
        private String uid = "";
        private String text = "";
        private long version;
        private Mark mark = Mark.NONE;

        Reading(JsonParser parser) {
            this.parser = parser;
        }

        Event event() throws IOException {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                switch (field) {
                    case "type" -> type = parser.getText();
                    case "resource" -> resource = parser.getText();
                    case "message" -> text = parser.getText();
                    case "object" -> {
                        if (object()) {
                            break;
                        }
                        return made();
                    }
                    default -> parser.skipChildren();
                }
            }
            return made();
        }

        /** Whether the whole object was read; it is left once its metadata is. */
        private boolean object() throws IOException {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                switch (field) {
                    case "metadata" -> {
                        metadata();
                        if (!type.equals("ERROR")) {
                            return false;
                        }
                    }
                    case "message", "code" -> text = text + parser.getText() + " ";
                    default -> parser.skipChildren();
                }
            }
            return true;
        }

        private void metadata() throws IOException {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                switch (field) {
                    case "name" -> name = parser.getText();
                    case "namespace" -> namespace = parser.getText();
                    case "uid" -> uid = parser.getText();
                    case "resourceVersion" -> version = Long.parseLong(parser.getText());
                    case "annotations" -> annotations();
                    default -> parser.skipChildren();
                }
            }
        }

        private void annotations() throws IOException {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                if (parser.currentName().equals(END)) {
                    mark = Mark.INITIAL_EVENTS_END;
                }
                parser.nextToken();
                parser.skipChildren();
            }
        }

        private Event made() {
            String key = namespace.isEmpty() ? name : namespace + "/" + name;
            return new Event(type, resource, key, uid, version, mark, text);
        }
    }
}
