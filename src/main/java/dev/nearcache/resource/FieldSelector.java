package dev.nearcache.resource;

import java.util.ArrayList;
import java.util.List;

/**
 * A parsed field selector: all of its requirements must hold (kubernetes-api.md 4.2). Any path may stand in one, not
 * only those that the API server knows; a path that leads to nothing has the value {@code ""}.
 *
 * @param requirements in the order written; none of them accepts every object
 */
public record FieldSelector(List<Requirement> requirements) {
    /** Accepts every object. */
    public static final FieldSelector EVERYTHING = new FieldSelector(List.of());

    private static final String INVALID = "invalid field selector: ";
    private static final List<String> OPERATORS = List.of("!=", "==", "=");

    /** How a value is compared. */
    public enum Operator {
        EQUAL,
        NOT_EQUAL
    }

    /** One condition on one field. */
    public record Requirement(FieldPath path, Operator operator, String value) {
        /** Whether these values of the path, none if it leads to nothing, meet it. Of several, one equal is enough. */
        public boolean accepts(List<String> values) {
            boolean equal = values.isEmpty() ? value.isEmpty() : values.contains(value);
            return equal == (operator == Operator.EQUAL);
        }
    }

    public FieldSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * Reads a selector. Nothing is trimmed: spaces belong to the path or the value.
     *
     * @throws IllegalArgumentException with kube-apiserver's own message, or that of {@link FieldPath#parse}
     */
    public static FieldSelector parse(String text) {
        List<Requirement> requirements = new ArrayList<>();
        for (String term : terms(text)) {
            if (!term.isEmpty()) {
                requirements.add(requirement(text, term));
            }
        }
        return requirements.isEmpty() ? EVERYTHING : new FieldSelector(requirements);
    }

    /** Whether every object is accepted. */
    public boolean isEverything() {
        return requirements.isEmpty();
    }

    private static List<String> terms(String text) {
        List<String> terms = new ArrayList<>();
        int start = 0;
        boolean escaped = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (escaped) {
                escaped = false;
            } else if (c == '\\') {
                escaped = true;
            } else if (c == ',') {
                terms.add(text.substring(start, i));
                start = i + 1;
            }
        }
        terms.add(text.substring(start));
        return terms;
    }

    private static Requirement requirement(String selector, String term) {
        for (int i = 0; i < term.length(); i++) {
            for (String operator : OPERATORS) {
                if (term.startsWith(operator, i)) {
                    return new Requirement(
                            FieldPath.parse(term.substring(0, i)),
                            operator.equals("!=") ? Operator.NOT_EQUAL : Operator.EQUAL,
                            unescape(term.substring(i + operator.length())));
                }
            }
        }
        throw new IllegalArgumentException("invalid selector: '" + selector + "'; can't understand '" + term + "'");
    }

    private static String unescape(String value) {
        StringBuilder plain = new StringBuilder(value.length());
        boolean escaped = false;
        for (int c : value.codePoints().toArray()) {
            boolean special = c == '\\' || c == ',' || c == '=';
            if (escaped && !special) {
                throw new IllegalArgumentException(INVALID + "invalid escape sequence: \\" + Character.toString(c));
            }
            if (!escaped && c == '\\') {
                escaped = true;
                continue;
            }
            if (!escaped && special) {
                throw new IllegalArgumentException(INVALID + "unescaped character in value: " + c);
            }
            plain.appendCodePoint(c);
            escaped = false;
        }
        if (escaped) {
            throw new IllegalArgumentException(INVALID + "invalid escape sequence: \\");
        }
        return plain.toString();
    }
}
