package dev.nearcache.soak;

import java.time.Duration;

/** What the command line says; {@code bench/soak} has checked it. */
record SoakOptions(Duration length, long seed) {
    static SoakOptions parse(String[] arguments) {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("two arguments are needed, minutes and seed; run bench/soak");
        }
        return new SoakOptions(Duration.ofMinutes(Long.parseLong(arguments[0])), Long.parseLong(arguments[1]));
    }

    /** How long the troubles last before each quiet point. */
    Duration phase() {
        return length.compareTo(Duration.ofMinutes(5)) < 0 ? Duration.ofSeconds(20) : Duration.ofSeconds(45);
    }
}
