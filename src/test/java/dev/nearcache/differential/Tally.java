package dev.nearcache.differential;

import dev.nearcache.differential.Exchange.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What came of the requests. Safe on any thread. */
final class Tally {
    private final Map<Rule, Integer> used = new EnumMap<>(Rule.class);
    private final List<String> faults = new ArrayList<>();
    private int answers;
    private int repeats;

    synchronized void add(int index, Exchange exchange, String server) {
        Verdict verdict = exchange.judge();
        answers++;
        verdict.used().forEach(rule -> used.merge(rule, 1, Integer::sum));
        if (!verdict.left().isEmpty()) {
            faults.add("request %d: %s\n  status %d, here %d\n    %s"
                    .formatted(
                            index,
                            exchange.question().curl(server),
                            exchange.theirStatus(),
                            exchange.ourStatus(),
                            verdict.left().stream()
                                    .limit(6)
                                    .map(Difference::toString)
                                    .collect(Collectors.joining("\n    "))));
        }
    }

    synchronized void repeated() {
        repeats++;
    }

    /** How many answers were compared; more than requests, since pages are followed. */
    synchronized int answers() {
        return answers;
    }

    /** How often something was asked again since only the clock had moved. */
    synchronized int repeats() {
        return repeats;
    }

    synchronized Map<Rule, Integer> used() {
        return Collections.unmodifiableMap(new EnumMap<>(used));
    }

    /** What no rule covers, one text a request. */
    synchronized List<String> faults() {
        return List.copyOf(faults);
    }
}
