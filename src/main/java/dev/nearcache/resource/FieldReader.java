package dev.nearcache.resource;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the values of several paths out of an object's JSON in one pass, without a tree. Immutable, safe on any thread.
 *
 * <p>A value is the text of a string, number or boolean; null, an object and an array have none.
 */
public final class FieldReader {
    private final Step root = new Step();
    private final int paths;

    /** A reader of these paths. */
    public FieldReader(List<FieldPath> paths) {
        this.paths = paths.size();
        for (int i = 0; i < paths.size(); i++) {
            Step step = root;
            for (FieldPath.Segment segment : paths.get(i).segments()) {
                step = step.to(segment);
            }
            step.targets.add(i);
        }
    }

    /** The values of each path, in the order of the paths; none where a path leads to nothing. */
    public List<List<String>> read(byte[] json) {
        List<List<String>> values = new ArrayList<>(paths);
        for (int i = 0; i < paths; i++) {
            values.add(new ArrayList<>(1));
        }
        try (JsonParser parser = JsonReading.whole(json)) {
            parser.nextToken();
            collect(parser, root, values);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return values;
    }

    private static void collect(JsonParser parser, Step step, List<List<String>> values) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> fields(parser, step, values);
            case START_ARRAY -> elements(parser, step, values);
            case VALUE_NULL -> {}
            default -> {
                for (int target : step.targets) {
                    values.get(target).add(parser.getText());
                }
            }
        }
    }

    private static void fields(JsonParser parser, Step step, List<List<String>> values) throws IOException {
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            Step next = step.fields.get(parser.currentName());
            parser.nextToken();
            if (next == null) {
                parser.skipChildren();
            } else {
                collect(parser, next, values);
            }
        }
    }

    private static void elements(JsonParser parser, Step step, List<List<String>> values) throws IOException {
        Step each = step.each;
        if (each == null) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            collect(parser, each, values);
        }
    }

    /** A place that some path passes; written only while the reader is built. */
    private static final class Step {
        final Map<String, Step> fields = new HashMap<>();
        final List<Integer> targets = new ArrayList<>();

        @Nullable
        Step each;

        Step to(FieldPath.Segment segment) {
            if (segment instanceof FieldPath.Field field) {
                return fields.computeIfAbsent(field.name(), name -> new Step());
            }
            Step through = each == null ? new Step() : each;
            each = through;
            return through;
        }
    }
}
