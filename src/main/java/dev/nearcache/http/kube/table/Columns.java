package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nearcache.resource.JsonReading;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns of each type that kube-apiserver defines, as it told them: {@code columns.json}, which {@code ColumnsIT}
 * writes and compares. A type's columns are the same in all versions of its group.
 */
final class Columns {
    private static final String FILE = "columns.json";

    private Columns() {}

    /**
     * The columns of all types, by the name that kubectl has for the type, as {@code deployments.apps}. They are read token
     * by token, since the first table that is asked for waits for them on an event loop.
     */
    static Map<String, List<Column>> recorded() {
        Map<String, List<Column>> recorded = new HashMap<>();
        try (InputStream file = Columns.class.getResourceAsStream(FILE)) {
            if (file == null) {
                throw new IllegalStateException(FILE + " is not on the class path");
            }
            try (JsonParser parser = JsonReading.whole(file.readAllBytes())) {
                parser.nextToken();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    recorded.put(parser.currentName(), columns(parser));
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return recorded;
    }

    private static List<Column> columns(JsonParser parser) throws IOException {
        List<Column> columns = new ArrayList<>();
        parser.nextToken();
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            columns.add(column(parser));
        }
        return List.copyOf(columns);
    }

    /** The fields of a column stand in the order in which kube-apiserver tells them. */
    private static Column column(JsonParser parser) throws IOException {
        String name = text(parser);
        String type = text(parser);
        String format = text(parser);
        String description = text(parser);
        int priority = Integer.parseInt(text(parser));
        parser.nextToken();
        return new Column(name, type, format, description, priority);
    }

    private static String text(JsonParser parser) throws IOException {
        parser.nextToken();
        parser.nextToken();
        return parser.getText();
    }
}
