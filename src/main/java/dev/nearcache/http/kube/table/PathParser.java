package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the steps of one path. Used once. */
final class PathParser {
    private static final Pattern KEY = Pattern.compile("'([^']*)'");
    private static final Pattern INDEX = Pattern.compile("-?\\d+");
    private static final Pattern SLICE = Pattern.compile("(-?\\d*):(-?\\d*)(?::(-?\\d*))?");
    private static final Pattern COMPARISON = Pattern.compile("([^!<>=]+)([!<>=]+)(.+)");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(\\.\\d*)?");
    private static final String FIELD_ENDS = " \t\r\n.,[]$@{}";

    private final String text;
    private final List<PathStep> steps = new ArrayList<>();
    private int at;

    PathParser(String text) {
        this.text = text;
    }

    List<PathStep> steps() throws PathException {
        while (at < text.length()) {
            step(text.charAt(at));
        }
        return steps;
    }

    private void step(char next) throws PathException {
        if (next == ' ' || next == '@' || next == '$') {
            at++;
        } else if (next == '}') {
            // The braces are put around it by the API server: whatever stands behind its own is never shown.
            at = text.length();
        } else if (text.startsWith("[?(", at)) {
            steps.add(new PathStep.Filter(test(filter())));
        } else if (next == '[') {
            brackets(upTo("]", 1));
        } else if (text.startsWith("..", at)) {
            at += 2;
            steps.add(new PathStep.Descent());
            if (at < text.length() && isOfWord(text.charAt(at))) {
                field();
            }
        } else if (next == '.') {
            at++;
            field();
        } else if (next == '"' || next == '\'') {
            steps.add(new PathStep.Constant(TextNode.valueOf(quoted(next))));
        } else if (next == '+' || next == '-' || Character.isDigit(next)) {
            steps.add(number());
        } else if (isOfWord(next)) {
            steps.add(word());
        } else {
            throw new PathException("unrecognized character in action: " + next);
        }
    }

    private static boolean isOfWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_';
    }

    private void field() throws PathException {
        int start = at;
        while (at < text.length() && FIELD_ENDS.indexOf(text.charAt(at)) < 0) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        if (at > text.length()) {
            throw new PathException("unclosed action");
        }
        String name = text.substring(start, at);
        steps.add(name.equals("*") ? new PathStep.Wildcard() : new PathStep.Field(name.replace("\\", "")));
    }

    /** What stands before an end, which is stepped over. */
    private String upTo(String end, int skipped) throws PathException {
        int found = text.indexOf(end, at);
        if (found < 0) {
            throw new PathException("unterminated array");
        }
        String inner = text.substring(at + skipped, found);
        at = found + end.length();
        return inner;
    }

    private void brackets(String inner) throws PathException {
        Matcher key = KEY.matcher(inner);
        Matcher slice = SLICE.matcher(inner);
        if (inner.equals("*") || inner.isEmpty()) {
            steps.add(new PathStep.Slice(0, OptionalInt.empty(), 1));
        } else if (inner.indexOf(',') >= 0) {
            steps.add(union(inner));
        } else if (key.matches()) {
            // Dots in quotes are dots all the same, unless they are escaped.
            steps.addAll(new PathParser("." + key.group(1)).steps());
        } else if (INDEX.matcher(inner).matches()) {
            steps.add(new PathStep.Element(integer(inner, 0)));
        } else if (slice.matches()) {
            String end = slice.group(2);
            steps.add(new PathStep.Slice(
                    integer(slice.group(1), 0),
                    end.isEmpty() ? OptionalInt.empty() : OptionalInt.of(integer(end, 0)),
                    slice.group(3) == null ? 1 : integer(slice.group(3), 1)));
        } else {
            throw new PathException("invalid array index " + inner);
        }
    }

    private static PathStep union(String inner) throws PathException {
        List<List<PathStep>> paths = new ArrayList<>();
        for (String one : inner.split(",", -1)) {
            paths.add(new PathParser("[" + one.strip() + "]").steps());
        }
        return new PathStep.Union(paths);
    }

    private static int integer(String digits, int none) throws PathException {
        try {
            return digits.isEmpty() ? none : Integer.parseInt(digits);
        } catch (NumberFormatException tooLong) {
            throw new PathException("array index " + digits + " is not a number");
        }
    }

    /** The text of a filter; quotes in it may hold brackets. */
    private String filter() throws PathException {
        int start = at + "[?(".length();
        char quote = 0;
        for (int end = start; end < text.length(); end++) {
            char c = text.charAt(end);
            if (c == '\\') {
                end++;
            } else if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (text.startsWith(")]", end)) {
                at = end + 2;
                return text.substring(start, end);
            }
        }
        throw new PathException("unterminated filter");
    }

    private static PathTest test(String filter) throws PathException {
        Matcher comparison = COMPARISON.matcher(filter);
        if (!comparison.matches()) {
            return new PathTest(new PathParser(filter).steps(), Optional.empty(), List.of());
        }
        return new PathTest(
                new PathParser(comparison.group(1)).steps(),
                Optional.of(comparison.group(2)),
                new PathParser(comparison.group(3)).steps());
    }

    private String quoted(char quote) throws PathException {
        StringBuilder inner = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return inner.toString();
            }
            if (c == '\\' && at + 1 < text.length()) {
                at++;
            }
            inner.append(text.charAt(at));
        }
        throw new PathException("unterminated quoted string");
    }

    private PathStep number() throws PathException {
        String digits = matched(NUMBER);
        try {
            return new PathStep.Constant(LongNode.valueOf(Long.parseLong(digits)));
        } catch (NumberFormatException brokenOrLarge) {
            return new PathStep.Constant(DoubleNode.valueOf(Double.parseDouble(digits)));
        }
    }

    private PathStep word() throws PathException {
        String word = matched(WORD);
        return switch (word) {
            case "true", "false" -> new PathStep.Constant(BooleanNode.valueOf(Boolean.parseBoolean(word)));
            default -> new PathStep.Unknown(word);
        };
    }

    private String matched(Pattern pattern) throws PathException {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        if (!matcher.lookingAt()) {
            throw new PathException("cannot read " + text.substring(at));
        }
        at = matcher.end();
        return matcher.group();
    }
}
