package dev.nearcache.config;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces <code>${NAME}</code> in the texts of the file by the environment's value; <code>$${NAME}</code> stands for
 * itself.
 */
record Variables(Map<String, String> environment) {
    private static final Pattern REFERENCE = Pattern.compile("\\$?\\$\\{([^}]*)}");

    Variables {
        environment = Map.copyOf(environment);
    }

    /** The text with its references replaced; empty, and the consumer told, when a variable is not set. */
    Optional<String> replaceIn(String text, Consumer<String> problem) {
        Matcher references = REFERENCE.matcher(text);
        boolean complete = true;
        while (references.find()) {
            String name = references.group(1);
            if (!isLiteral(references) && !environment.containsKey(name)) {
                problem.accept("the environment variable " + name + " is not set");
                complete = false;
            }
        }
        return complete ? Optional.of(REFERENCE.matcher(text).replaceAll(this::replacement)) : Optional.empty();
    }

    private String replacement(MatchResult reference) {
        String value = isLiteral(reference)
                ? reference.group().substring(1)
                : environment.getOrDefault(reference.group(1), "");
        return Matcher.quoteReplacement(value);
    }

    private static boolean isLiteral(MatchResult reference) {
        return reference.group().startsWith("$$");
    }
}
