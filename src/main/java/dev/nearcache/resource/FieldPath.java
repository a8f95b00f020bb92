package dev.nearcache.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A path into an object's JSON: {@code spec.nodeName}, {@code metadata.labels[app.kubernetes.io/name]},
 * {@code spec.containers[*].image}. A leading dot is allowed, as in kubectl. A number in brackets is refused: the name
 * of an array's element it is not, and one that was taken for a field's name would silently lead to nothing.
 *
 * @param text the path as it was written, without the leading dot
 * @param segments its steps, never empty
 */
public record FieldPath(String text, List<Segment> segments) {
    /** One step of a path. */
    public sealed interface Segment {}

    /** Into the field of this name. */
    public record Field(String name) implements Segment {}

    /** Into every element of an array: {@code [*]}. */
    public record Each() implements Segment {}

    private static final Each EACH = new Each();
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    public FieldPath {
        segments = List.copyOf(segments);
    }

    /**
     * Reads a path.
     *
     * @throws IllegalArgumentException saying what is wrong and at which character, counted from 1
     */
    public static FieldPath parse(String path) {
        String text = path.startsWith(".") ? path.substring(1) : path;
        if (text.isEmpty()) {
            throw new IllegalArgumentException("field path is empty");
        }
        List<Segment> segments = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            if (text.charAt(at) == '[') {
                at = bracket(path, text, at, segments);
            } else {
                at = field(path, text, at, segments);
            }
            if (at < text.length() && text.charAt(at) == '.') {
                at++;
                if (at == text.length() || text.charAt(at) == '[') {
                    throw bad(path, at, "a field name is missing after '.'");
                }
            } else if (at < text.length() && text.charAt(at) != '[') {
                throw bad(path, at, "expected '.' or '[' after ']'");
            }
        }
        return new FieldPath(text, segments);
    }

    private static int field(String path, String text, int at, List<Segment> segments) {
        int end = at;
        while (end < text.length() && text.charAt(end) != '.' && text.charAt(end) != '[') {
            if (text.charAt(end) == ']') {
                throw bad(path, end, "']' without '['");
            }
            end++;
        }
        if (end == at) {
            throw bad(path, at, "a field name is missing");
        }
        segments.add(new Field(text.substring(at, end)));
        return end;
    }

    private static int bracket(String path, String text, int at, List<Segment> segments) {
        int close = text.indexOf(']', at);
        if (close < 0) {
            throw bad(path, at, "'[' is not closed");
        }
        String inner = text.substring(at + 1, close);
        if (inner.isEmpty()) {
            throw bad(path, at, "'[]' is empty: write [*] or [name]");
        }
        if (NUMBER.matcher(inner).matches()) {
            throw bad(
                    path,
                    at,
                    "'[" + inner + "]' would be one element of an array: write [*] for each of them, or ." + inner
                            + " for a field of this name");
        }
        segments.add(inner.equals("*") ? EACH : new Field(inner));
        return close + 1;
    }

    private static IllegalArgumentException bad(String path, int at, String what) {
        int shift = path.startsWith(".") ? 2 : 1;
        return new IllegalArgumentException(
                "field path \"" + path + "\" is wrong at character " + (at + shift) + ": " + what);
    }

    @Override
    public String toString() {
        return text;
    }
}
