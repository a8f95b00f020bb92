package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The terms of a label selector: {@code =}, {@code ==}, {@code !=}, {@code in}, {@code notin}, present, absent. */
final class LabelTerms {
    private static final Pattern BETWEEN_TERMS = Pattern.compile(",(?![^(]*\\))");
    private static final String NAME = "([A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?)";
    private static final String VALUE = "((?:[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?)?)";
    private static final Pattern PRESENCE = Pattern.compile("(!?)\\s*" + NAME);
    private static final Pattern EQUALITY = Pattern.compile(NAME + "\\s*(==|=|!=)\\s*" + VALUE);
    private static final Pattern MEMBERSHIP = Pattern.compile(NAME + "\\s+(in|notin)\\s*\\(([^()]*)\\)");

    private LabelTerms() {}

    static List<Predicate<JsonNode>> parse(String selector) {
        if (selector.isBlank()) {
            return List.of();
        }
        return Arrays.stream(BETWEEN_TERMS.split(selector, -1))
                .map(term -> term(term.strip()))
                .toList();
    }

    private static Predicate<JsonNode> term(String term) {
        Matcher equality = EQUALITY.matcher(term);
        if (equality.matches()) {
            Set<String> values = Set.of(equality.group(3));
            return equality.group(2).equals("!=") ? out(equality.group(1), values) : in(equality.group(1), values);
        }
        Matcher membership = MEMBERSHIP.matcher(term);
        if (membership.matches()) {
            Set<String> values = Arrays.stream(membership.group(3).split(",", -1))
                    .map(String::strip)
                    .collect(Collectors.toUnmodifiableSet());
            return membership.group(2).equals("in")
                    ? in(membership.group(1), values)
                    : out(membership.group(1), values);
        }
        Matcher presence = PRESENCE.matcher(term);
        if (presence.matches()) {
            boolean wanted = presence.group(1).isEmpty();
            return object -> label(object, presence.group(2)).isMissingNode() != wanted;
        }
        throw new ApiFailure(StatusBody.badRequest("unable to parse requirement: found '" + term + "'"));
    }

    private static Predicate<JsonNode> in(String name, Set<String> values) {
        return object -> {
            JsonNode label = label(object, name);
            return !label.isMissingNode() && values.contains(label.asText());
        };
    }

    private static Predicate<JsonNode> out(String name, Set<String> values) {
        return in(name, values).negate();
    }

    private static JsonNode label(JsonNode object, String name) {
        return object.path("metadata").path("labels").path(name);
    }
}
