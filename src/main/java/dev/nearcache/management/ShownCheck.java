package dev.nearcache.management;

import io.vertx.core.Future;

/**
 * A check that is shown and decides nothing: that of a type that is not required.
 *
 * @param check what is shown
 */
record ShownCheck(Check check) implements Check {
    @Override
    public String name() {
        return check.name();
    }

    @Override
    public Future<Verdict> verdict() {
        return check.verdict().map(verdict -> {
            String shown = "not required, " + verdict.reason();
            return verdict.outcome() == Outcome.PASSED ? Verdict.passed(shown) : Verdict.tolerated(shown);
        });
    }
}
