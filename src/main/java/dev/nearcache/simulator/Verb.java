package dev.nearcache.simulator;

import java.util.Locale;
import java.util.Set;

/** What a request does to a type, in the API server's words. */
public enum Verb {
    GET,
    LIST,
    WATCH,
    CREATE,
    UPDATE,
    PATCH,
    DELETE;

    /** Those that change nothing. */
    public static final Set<Verb> READS = Set.of(GET, LIST, WATCH);

    /** The word as Status messages have it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
