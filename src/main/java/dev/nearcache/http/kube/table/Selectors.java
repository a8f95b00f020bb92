package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.resource.LabelSyntax;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Labels, and selectors of labels, as one text each. */
final class Selectors {
    private static final String NONE = "<none>";

    private Selectors() {}

    private record Requirement(String key, String text) {}

    /** {@code a=1,b=2}, or {@code <none>}: of labels, and of selectors that only name them. */
    static String labels(JsonNode labels) {
        String text = labels.properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asText())
                .sorted()
                .collect(Collectors.joining(","));
        return text.isEmpty() ? NONE : text;
    }

    /** {@code a=1,b in (x,y)}; {@code <none>} if it selects everything or nothing, {@code <error>} if it cannot be read. */
    static String orNone(JsonNode selector) {
        return text(selector).map(text -> text.isEmpty() ? NONE : text).orElse("<error>");
    }

    /** {@code a=1,b in (x,y)}, its keys sorted; empty if a key, an operator or a value is none. */
    static Optional<String> text(JsonNode selector) {
        List<Requirement> requirements = new ArrayList<>();
        for (var label : Fields.at(selector, "matchLabels").properties()) {
            String value = label.getValue().asText();
            if (!LabelSyntax.isKey(label.getKey()) || !LabelSyntax.isValue(value)) {
                return Optional.empty();
            }
            requirements.add(new Requirement(label.getKey(), label.getKey() + "=" + value));
        }
        for (JsonNode expression : Fields.at(selector, "matchExpressions")) {
            Optional<Requirement> requirement = requirement(expression);
            if (requirement.isEmpty()) {
                return Optional.empty();
            }
            requirements.add(requirement.get());
        }
        requirements.sort(Comparator.comparing(Requirement::key));
        return Optional.of(requirements.stream().map(Requirement::text).collect(Collectors.joining(",")));
    }

    private static Optional<Requirement> requirement(JsonNode expression) {
        String key = Fields.text(expression, "key");
        List<String> values = new ArrayList<>();
        Fields.at(expression, "values").forEach(value -> values.add(value.asText()));
        values.sort(Comparator.naturalOrder());
        boolean valid = LabelSyntax.isKey(key) && values.stream().allMatch(LabelSyntax::isValue);
        return valid ? text(key, Fields.text(expression, "operator"), values) : Optional.empty();
    }

    private static Optional<Requirement> text(String key, String operator, List<String> values) {
        String set = "(" + String.join(",", values) + ")";
        Optional<String> text = switch (operator) {
            case "In" -> values.isEmpty() ? Optional.empty() : Optional.of(key + " in " + set);
            case "NotIn" -> values.isEmpty() ? Optional.empty() : Optional.of(key + " notin " + set);
            case "Exists" -> values.isEmpty() ? Optional.of(key) : Optional.empty();
            case "DoesNotExist" -> values.isEmpty() ? Optional.of("!" + key) : Optional.empty();
            default -> Optional.empty();
        };
        return text.map(shown -> new Requirement(key, shown));
    }
}
