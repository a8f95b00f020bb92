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

    /**
     * One condition on one field.
     *
     * @param label the field as it was named
     * @param paths where its value may be: the first that leads to one counts
     * @param absent its value if none does
     */
    public record Requirement(String label, List<FieldPath> paths, String absent, Operator operator, String value) {
        public Requirement {
            paths = List.copyOf(paths);
        }

        /** A condition on what a path leads to. */
        public Requirement(FieldPath path, Operator operator, String value) {
            this(path.text(), List.of(path), "", operator, value);
        }

        /** Whether the values that each of the paths leads to meet it. Of several, one equal is enough. */
        public boolean accepts(List<List<String>> found) {
            for (List<String> some : found) {
                if (!some.isEmpty()) {
                    return isMetBy(some);
                }
            }
            return isMetBy(List.of());
        }

        /** The same of the values that count; none if none of the paths leads to one. */
        public boolean isMetBy(List<String> values) {
            boolean equal = values.isEmpty() ? value.equals(absent) : values.contains(value);
            return equal == (operator == Operator.EQUAL);
        }

        /** Whether it is met by this value of the field of this name, and by no other. */
        public boolean fixes(String field) {
            return operator == Operator.EQUAL
                    && paths.size() == 1
                    && absent.isEmpty()
                    && paths.get(0).text().equals(field);
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
            // Nothing compared with nothing says nothing, on kube-apiserver too.
            if (!term.isEmpty() && !OPERATORS.contains(term)) {
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
