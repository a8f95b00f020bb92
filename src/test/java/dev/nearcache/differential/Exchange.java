package dev.nearcache.differential;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A question with both answers.
 *
 * @param theirs the API server's, as a {@link View}
 * @param ours the sidecar's
 * @param since the version from which on the sidecar knows every change
 */
record Exchange(Question question, JsonNode theirs, JsonNode ours, long since) {
    int theirStatus() {
        return theirs.path("status").asInt();
    }

    int ourStatus() {
        return ours.path("status").asInt();
    }

    /** The oldest version that an answer may have: a token's is each side's own. */
    long oldestVersion() {
        return question.has("continue") ? 1 : Math.max(1, question.version());
    }

    /** What a Status of theirs says. */
    String theirMessage() {
        return theirs.at("/body/message").asText();
    }

    /** What a Status of ours says. */
    String ourMessage() {
        return ours.at("/body/message").asText();
    }

    /** The differences, told apart by the rules. */
    Verdict judge() {
        Set<Rule> used = EnumSet.noneOf(Rule.class);
        List<Difference> left = Differences.between(theirs, ours).stream()
                .filter(difference -> {
                    List<Rule> covering = Rule.covering(this, difference);
                    covering.stream().findFirst().ifPresent(used::add);
                    return covering.isEmpty();
                })
                .toList();
        return new Verdict(used, left);
    }

    /**
     * @param used the rules that were needed
     * @param left what no rule covers
     */
    record Verdict(Set<Rule> used, List<Difference> left) {}
}
