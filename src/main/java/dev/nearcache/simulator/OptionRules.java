package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which query parameters go together; what breaks a rule is answered 422 (kubernetes-api.md 1.3 and 1.4). */
final class OptionRules {
    private static final String MATCH = "resourceVersionMatch";

    private OptionRules() {}

    static void checkList(ListOptions options) {
        List<Problem> problems = new ArrayList<>();
        if (!options.match().isEmpty()) {
            if (options.version().isEmpty()) {
                problems.add(forbidden(MATCH, MATCH + " is forbidden unless resourceVersion is provided"));
            }
            if (!options.continueToken().isEmpty()) {
                problems.add(forbidden(MATCH, MATCH + " is forbidden when continue is provided"));
            }
            if (!options.match().equals("Exact") && !options.match().equals("NotOlderThan")) {
                problems.add(unsupported(options.match(), "\"Exact\", \"NotOlderThan\", \"\""));
            }
            if (options.match().equals("Exact") && options.version().equals("0")) {
                problems.add(forbidden(MATCH, MATCH + " \"exact\" is forbidden for resourceVersion \"0\""));
            }
        }
        if (options.saysSendInitialEvents()) {
            problems.add(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
        }
        refuse(problems);
    }

    static void checkWatch(ListOptions options) {
        List<Problem> problems = new ArrayList<>();
        if (options.saysSendInitialEvents()) {
            if (!options.match().equals("NotOlderThan")) {
                problems.add(
                        forbidden(MATCH, "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"));
                if (!options.match().isEmpty()) {
                    problems.add(unsupported(options.match(), "\"NotOlderThan\""));
                }
            }
        } else if (!options.match().isEmpty()) {
            problems.add(forbidden(MATCH, MATCH + " is forbidden for watch unless sendInitialEvents is provided"));
        }
        refuse(problems);
    }

    static ApiFailure noWatchList() {
        return invalid(List.of(forbidden(
                "sendInitialEvents",
                "sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled")));
    }

    private static void refuse(List<Problem> problems) {
        if (!problems.isEmpty()) {
            throw invalid(problems);
        }
    }

    private static ApiFailure invalid(List<Problem> problems) {
        String text = problems.stream()
                .map(problem -> problem.field + ": " + problem.message)
                .collect(Collectors.joining(", "));
        ObjectNode details = Json.object().put("group", "meta.k8s.io").put("kind", "ListOptions");
        ArrayNode causes = details.putArray("causes");
        problems.forEach(problem -> causes.addObject()
                .put("reason", problem.reason)
                .put("message", problem.message)
                .put("field", problem.field));
        String all = problems.size() == 1 ? text : "[" + text + "]";
        return new ApiFailure(StatusBody.of(422, "Invalid", "ListOptions.meta.k8s.io \"\" is invalid: " + all)
                .with(details));
    }

    private static Problem forbidden(String field, String message) {
        return new Problem("FieldValueForbidden", field, "Forbidden: " + message);
    }

    private static Problem unsupported(String value, String supported) {
        return new Problem(
                "FieldValueNotSupported",
                MATCH,
                "Unsupported value: \"" + value + "\": supported values: " + supported);
    }

    private record Problem(String reason, String field, String message) {}
}
