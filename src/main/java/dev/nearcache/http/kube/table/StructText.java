package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;

/** Structs as Go prints them, where the API server shows no more readable text. */
final class StructText {
    private StructText() {}

    static String labelSelector(JsonNode selector) {
        String labels = Fields.at(selector, "matchLabels").properties().stream()
                .map(label -> label.getKey() + ": " + label.getValue().asText() + ",")
                .sorted()
                .collect(Collectors.joining());
        String expressions = Fields.at(selector, "matchExpressions")
                .valueStream()
                .map(expression -> "LabelSelectorRequirement{Key:" + Fields.text(expression, "key") + ",Operator:"
                        + Fields.text(expression, "operator") + ",Values:["
                        + String.join(" ", Joined.texts(Fields.at(expression, "values"))) + "],},")
                .collect(Collectors.joining());
        return "&LabelSelector{MatchLabels:map[string]string{" + labels
                + "},MatchExpressions:[]LabelSelectorRequirement{" + expressions + "},}";
    }
}
