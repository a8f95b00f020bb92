package dev.nearcache.management;

import io.vertx.core.Future;

/** One thing that must hold for a probe to pass. */
interface Check {
    /** The name in the answer, and in the path of the single check. */
    String name();

    /** What is the case now; never fails. */
    Future<Verdict> verdict();

    /**
     * What is the case.
     *
     * @param passed whether it holds
     * @param reason why not, for people; if it holds, what else there is to know, or empty
     */
    record Verdict(boolean passed, String reason) {
        static final Verdict PASSED = new Verdict(true, "");

        static Verdict passed(String remark) {
            return new Verdict(true, remark);
        }

        static Verdict failed(String reason) {
            return new Verdict(false, reason);
        }
    }
}
