package dev.nearcache.twin;

import dev.nearcache.twin.Answer.Trait;
import dev.nearcache.twin.Moment.Asked;
import dev.nearcache.twin.Moment.Waited;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What client-go's reflector and ours did with one script.
 *
 * @param rules the wanted differences that were met
 * @param difference the first that is not wanted, in words; empty if there is none
 */
record Comparison(Set<Rule> rules, String difference) {
    static Comparison of(Trace theirs, Trace ours) {
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        String difference = ended(theirs, ours)
                .or(() -> waits("client-go", theirs, rules))
                .or(() -> waits("ours", ours, rules))
                .or(() -> paths(theirs, ours, rules))
                .or(() -> StoreComparison.of(theirs, ours, rules))
                .orElse("");
        return new Comparison(rules, difference);
    }

    boolean equal() {
        return difference.isEmpty();
    }

    private static Optional<String> ended(Trace theirs, Trace ours) {
        if (!theirs.problem().isEmpty()) {
            return Optional.of("client-go: " + theirs.problem());
        }
        return ours.problem().isEmpty() ? Optional.empty() : Optional.of("ours: " + ours.problem());
    }

    /** Each wait is the backoff's next step. */
    private static Optional<String> waits(String whose, Trace trace, Set<Rule> rules) {
        Ladder ladder = new Ladder();
        Answer before = Answer.NOBODY;
        for (Moment moment : trace.moments()) {
            if (moment instanceof Asked asked) {
                before = asked.answer();
            } else if (moment instanceof Waited waited
                    && !polls(waited, before)
                    && !waited.delay().equals(Ours.PAUSE)) {
                Duration due = ladder.next(waited.at());
                if (hinted(waited, due, before)) {
                    rules.add(Rule.HINT_IS_THE_LEAST_WAIT);
                } else if (!waited.delay().equals(due)) {
                    return Optional.of(
                            whose + " waits " + waited.delay() + " at " + waited.at() + " where " + due + " is due");
                }
            }
        }
        return Optional.empty();
    }

    /** No step of the backoff is so long, so client-go has no such wait. */
    private static boolean polls(Waited waited, Answer before) {
        return before.has(Trait.NOT_OFFERED) && waited.delay().equals(Ours.POLL);
    }

    private static boolean hinted(Waited waited, Duration due, Answer before) {
        return before.has(Trait.HINT)
                && Script.HINT.compareTo(due) > 0
                && waited.delay().equals(Script.HINT);
    }

    private static Optional<String> paths(Trace theirs, Trace ours, Set<Rule> rules) {
        List<Moment> left = theirs.moments();
        List<Moment> right = ours.moments();
        int i = 0;
        int j = 0;
        while (i < left.size() || j < right.size()) {
            Fork fork = new Fork(left, i, right, j);
            if (fork.same()) {
                i++;
                j++;
                continue;
            }
            Optional<Rule> rule = Rule.explaining(fork);
            if (rule.isEmpty()) {
                return Optional.of("after "
                        + fork.before().map(Object::toString).orElse("the start") + "\n  client-go: "
                        + fork.theirs(0).map(Object::toString).orElse("nothing") + "\n  ours:      " + fork.ours(0));
            }
            rules.add(rule.get());
            if (rule.get().effect() == Rule.Effect.PARTS) {
                return Optional.empty();
            }
            i += rule.get().skippedOfTheirs();
            j += rule.get().skippedOfOurs();
        }
        return Optional.empty();
    }
}
