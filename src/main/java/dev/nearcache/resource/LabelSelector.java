package dev.nearcache.resource;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A parsed label selector: all of its requirements must hold (kubernetes-api.md 4.1).
 *
 * @param requirements in the order written; none of them accepts every object
 */
public record LabelSelector(List<Requirement> requirements) {
    /** Accepts every object. */
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of());

    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");

    /** One condition on one label. */
    public sealed interface Requirement {
        /** Whether an object with these labels meets it. */
        boolean matches(Map<String, String> labels);
    }

    /** {@code k}. */
    record Exists(String key) implements Requirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            return labels.containsKey(key);
        }
    }

    /** {@code !k}. */
    record Absent(String key) implements Requirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            return !labels.containsKey(key);
        }
    }

    /** {@code k=v}, {@code k in (..)}: present, and one of these. */
    record OneOf(String key, Set<String> values) implements Requirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return value != null && values.contains(value);
        }
    }

    /** {@code k!=v}, {@code k notin (..)}: absent, or none of these. */
    record NoneOf(String key, Set<String> values) implements Requirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return value == null || !values.contains(value);
        }
    }

    /** {@code k>5}. A label that is no 64-bit integer does not match. */
    record Greater(String key, long bound) implements Requirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return value != null && isLong(value) && Long.parseLong(value) > bound;
        }
    }

    /** {@code k<5}. A label that is no 64-bit integer does not match. */
    record Less(String key, long bound) implements Requirement {
        @Override
        public boolean matches(Map<String, String> labels) {
            String value = labels.get(key);
            return value != null && isLong(value) && Long.parseLong(value) < bound;
        }
    }

    public LabelSelector {
        requirements = List.copyOf(requirements);
    }

    /**
     * Reads a selector.
     *
     * @throws IllegalArgumentException with kube-apiserver's own message
     */
    public static LabelSelector parse(String text) {
        return text.isEmpty() ? EVERYTHING : new LabelSelector(new LabelSelectorParser(text).parse());
    }

    /** Whether every object is accepted. */
    public boolean isEverything() {
        return requirements.isEmpty();
    }

    /** Whether an object with these labels is accepted. */
    public boolean matches(Map<String, String> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the text is a signed 64-bit decimal, as Go's {@code ParseInt} sees it. */
    static boolean isLong(String text) {
        if (!INTEGER.matcher(text).matches()) {
            return false;
        }
        try {
            Long.parseLong(text);
            return true;
        } catch (NumberFormatException tooLarge) {
            return false;
        }
    }
}
