package dev.nearcache.management;

import dev.nearcache.management.Check.Verdict;
import dev.nearcache.management.Health.Answer;
import dev.nearcache.management.Health.Detail;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * A probe as kube-apiserver answers it: {@code ok}, or a line for each check, the failed ones with their reason.
 *
 * @param name {@code healthz}, {@code livez}, {@code readyz} or {@code startupz}
 * @param checks what must hold
 */
record Probe(String name, List<Check> checks) {
    Probe {
        checks = List.copyOf(checks);
    }

    /** The answer over all checks; one that passes is one word unless it is verbose. */
    Future<Answer> ask(Detail detail) {
        List<Future<Verdict>> verdicts = checks.stream().map(Check::verdict).toList();
        return Future.join(verdicts)
                .map(all -> answer(verdicts.stream().map(Future::result).toList(), detail));
    }

    /** The answer of one check; empty if there is none of that name. */
    Optional<Future<Answer>> ask(String check) {
        return checks.stream()
                .filter(candidate -> candidate.name().equals(check))
                .findFirst()
                .map(found -> found.verdict()
                        .map(verdict -> verdict.passed() ? Answer.OK : new Answer(false, verdict.reason() + "\n")));
    }

    private Answer answer(List<Verdict> verdicts, Detail detail) {
        boolean passed = verdicts.stream().allMatch(Verdict::passed);
        if (passed && detail == Detail.BRIEF) {
            return Answer.OK;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < checks.size(); i++) {
            text.append(verdicts.get(i).line(checks.get(i).name()));
        }
        text.append(name).append(" check ").append(passed ? "passed" : "failed").append('\n');
        return new Answer(passed, text.toString());
    }
}
