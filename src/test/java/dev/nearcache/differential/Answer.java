package dev.nearcache.differential;

import java.util.Map;

/**
 * An answer, as it came.
 *
 * @param headers by their names in lower case
 * @param end how its body ended
 */
@SuppressWarnings("ArrayRecordComponent") // answers are compared by what is read of them
record Answer(int status, Map<String, String> headers, byte[] body, End end) {
    enum End {
        WHOLE,
        /** It had not ended when patience had. */
        OPEN,
        /** The connection broke. */
        CUT
    }

    /** A header by its name in lower case; empty if absent. */
    String header(String name) {
        return headers.getOrDefault(name, "");
    }
}
