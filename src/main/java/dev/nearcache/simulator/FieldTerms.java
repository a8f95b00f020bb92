package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The terms of a field selector: {@code path=value} and {@code path!=value}; an absent field is the empty string. Any
 * dotted path is taken, which is more than a real server allows.
 */
final class FieldTerms {
    private static final Pattern TERM = Pattern.compile("([^=!]+?)(!=|==|=)(.*)");

    private FieldTerms() {}

    static List<Predicate<JsonNode>> parse(String selector) {
        List<Predicate<JsonNode>> terms = new ArrayList<>();
        for (String term : selector.split(",", -1)) {
            if (!term.isEmpty()) {
                terms.add(term(term));
            }
        }
        return terms;
    }

    private static Predicate<JsonNode> term(String term) {
        Matcher parts = TERM.matcher(term);
        if (!parts.matches()) {
            throw new ApiFailure(
                    StatusBody.badRequest("invalid selector: '" + term + "'; can't understand '" + term + "'"));
        }
        String[] path = parts.group(1).split("\\.", -1);
        String value = parts.group(3);
        boolean equal = !parts.group(2).equals("!=");
        return object -> text(object, path).equals(value) == equal;
    }

    private static String text(JsonNode object, String[] path) {
        JsonNode at = object;
        for (String step : path) {
            at = at.path(step);
        }
        return at.asText("");
    }
}
