package dev.nearcache.management;

import io.vertx.core.Future;

/** One thing that must hold for a probe to pass. */
interface Check {
    /** The name in the answer, and in the path of the single check. */
    String name();

    /** What is the case now; never fails. */
    Future<Verdict> verdict();

    /** How a check went. */
    enum Outcome {
        /** All is well. */
        PASSED("[+]", "ok"),
        /** All is not well, but the probe passes all the same. */
        TOLERATED("[!]", "tolerated"),
        /** The probe fails. */
        FAILED("[-]", "failed");

        private final String mark;
        private final String word;

        Outcome(String mark, String word) {
            this.mark = mark;
            this.word = word;
        }
    }

    /**
     * What is the case.
     *
     * @param reason what is wrong, for people; if all is well, what else there is to know, or empty
     */
    record Verdict(Outcome outcome, String reason) {
        static final Verdict PASSED = passed("");

        static Verdict passed(String remark) {
            return new Verdict(Outcome.PASSED, remark);
        }

        static Verdict tolerated(String reason) {
            return new Verdict(Outcome.TOLERATED, reason);
        }

        static Verdict failed(String reason) {
            return new Verdict(Outcome.FAILED, reason);
        }

        /** Whether the probe may pass. */
        boolean passed() {
            return outcome != Outcome.FAILED;
        }

        /** Its line, as kube-apiserver has it. */
        String line(String name) {
            return outcome.mark + name + " " + outcome.word + (reason.isEmpty() ? "" : ": " + reason) + "\n";
        }
    }
}
