package dev.nearcache.upstream;

import java.time.Duration;
import java.time.Instant;

/**
 * How soon a plugin may be run again: after each run that did not help, twice as late as before.
 *
 * @param pause after the next run of that kind
 * @param until nothing is run before this
 */
record RunPace(Duration pause, Instant until) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    static final RunPace START = new RunPace(SHORTEST, Instant.MIN);

    /** A clock that was set back holds nothing up for longer than the longest wait. */
    boolean allows(Instant now) {
        return !now.isBefore(until) || now.plus(LONGEST).isBefore(until);
    }

    RunPace after(Instant now) {
        Duration twice = pause.multipliedBy(2);
        return new RunPace(twice.compareTo(LONGEST) < 0 ? twice : LONGEST, now.plus(pause));
    }

    /** What was given is accepted, so the next trouble is a new one. */
    RunPace relaxed() {
        return pause.equals(SHORTEST) ? this : new RunPace(SHORTEST, until);
    }
}
