package dev.nearcache.upstream;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The server's wish to be left alone for a while. */
final class RetryAfter {
    /** A longer wish is a mistake, and obeying it would be an outage of its own; after it the server may wish again. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private RetryAfter() {}

    /** A number of seconds; nothing below zero. */
    static Duration seconds(long seconds) {
        return Duration.ofSeconds(Math.min(Math.max(seconds, 0), LONGEST.toSeconds()));
    }

    /**
     * The header: seconds, or a date. A date is measured from the answer's own {@code Date}, so that the two clocks need
     * not agree. What cannot be read is no wish.
     *
     * @param header {@code Retry-After}
     * @param date {@code Date}
     */
    static Duration header(@Nullable String header, @Nullable String date) {
        if (header == null) {
            return Duration.ZERO;
        }
        String text = header.strip();
        if (text.matches("[0-9]{1,18}")) {
            return seconds(Long.parseLong(text));
        }
        return date == null ? Duration.ZERO : between(date.strip(), text);
    }

    private static Duration between(String from, String until) {
        try {
            DateTimeFormatter form = DateTimeFormatter.RFC_1123_DATE_TIME;
            return seconds(Duration.between(ZonedDateTime.parse(from, form), ZonedDateTime.parse(until, form))
                    .toSeconds());
        } catch (DateTimeException unreadable) {
            return Duration.ZERO;
        }
    }
}
