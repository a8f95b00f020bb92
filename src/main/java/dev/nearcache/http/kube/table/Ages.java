package dev.nearcache.http.kube.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Spans of time for people, in kube-apiserver's words (kubernetes-api.md 2.7, "Ages"). */
final class Ages {
    private static final String UNKNOWN = "<unknown>";
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    /** The longest span that Go can hold, some 292 years; longer ones are told as this one. */
    private static final long LONGEST = Long.MAX_VALUE / 1_000_000_000;

    private Ages() {}

    /** How long ago a timestamp was; {@code <unknown>} if there is none, or it is Go's for none. */
    static String since(JsonNode timestamp, Instant now) {
        return instant(timestamp)
                .filter(then -> !GoTime.isZero(then))
                .map(then -> human(Duration.between(then, now)))
                .orElse(UNKNOWN);
    }

    /** A timestamp of an object; empty if it is missing, null or none. */
    static Optional<Instant> instant(JsonNode timestamp) {
        return timestamp.isTextual() ? GoTime.parse(timestamp.textValue()) : Optional.empty();
    }

    /** A span in its one or two largest units; one that lies in the future by more than clocks differ is {@code <invalid>}. */
    static String human(Duration span) {
        // Towards zero, as all of Go's divisions.
        long whole = span.isNegative() ? -span.negated().toSeconds() : span.toSeconds();
        long seconds = Math.min(whole, LONGEST);
        if (seconds < -1) {
            return "<invalid>";
        } else if (seconds < 2 * MINUTE) {
            return Math.max(0, seconds) + "s";
        } else if (seconds < 10 * MINUTE) {
            return pair(seconds, MINUTE, "m", 1, "s");
        } else if (seconds < 3 * HOUR) {
            return seconds / MINUTE + "m";
        } else if (seconds < 8 * HOUR) {
            return pair(seconds, HOUR, "h", MINUTE, "m");
        } else if (seconds < 2 * DAY) {
            return seconds / HOUR + "h";
        } else if (seconds < 8 * DAY) {
            return pair(seconds, DAY, "d", HOUR, "h");
        } else if (seconds < 2 * YEAR) {
            return seconds / DAY + "d";
        } else if (seconds < 8 * YEAR) {
            return pair(seconds, YEAR, "y", DAY, "d");
        }
        return seconds / YEAR + "y";
    }

    /** Two units; the lesser is left out if it is nought. */
    private static String pair(long seconds, long major, String majorName, long minor, String minorName) {
        long rest = seconds % major / minor;
        return seconds / major + majorName + (rest == 0 ? "" : rest + minorName);
    }
}
