package dev.nearcache.twin;

import dev.nearcache.twin.Answer.Trait;
import dev.nearcache.twin.Moment.Asked;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the two held at the end of a script. */
final class StoreComparison {
    private StoreComparison() {}

    /** The difference in words, if there is one that is not wanted. */
    static Optional<String> of(Trace theirs, Trace ours, Set<Rule> rules) {
        Map<String, String> left = new TreeMap<>(theirs.store());
        Map<String, String> right = new TreeMap<>(ours.store());
        if (left.containsKey("") && answers(theirs).anyMatch(answer -> answer.has(Trait.NAMELESS))) {
            left.remove("");
            rules.add(Rule.NAMELESS_IS_NOT_STORED);
        }
        boolean late = right.entrySet()
                .removeIf(held ->
                        !left.containsKey(held.getKey()) && hasLateDelete(ours, held.getKey(), held.getValue()));
        if (late) {
            rules.add(Rule.LATE_DELETE_IS_OF_THE_PREDECESSOR);
        }
        return left.equals(right)
                ? Optional.empty()
                : Optional.of("stores differ\n  client-go: " + left + "\n  ours:      " + right);
    }

    /** Whether an object of this key and of another uid was told deleted. */
    private static boolean hasLateDelete(Trace trace, String key, String held) {
        String[] names = key.split("/", 2);
        String uid = held.substring(0, held.indexOf(' '));
        return answers(trace)
                .flatMap(answer -> answer.parts().stream())
                .anyMatch(event -> event.contains("\"DELETED\"")
                        && event.contains("\"namespace\":\"" + names[0] + "\"")
                        && event.contains("\"name\":\"" + names[1] + "\"")
                        && !event.contains("\"uid\":\"" + uid + "\""));
    }

    private static Stream<Answer> answers(Trace trace) {
        return trace.moments().stream().filter(Asked.class::isInstance).map(moment -> ((Asked) moment).answer());
    }
}
