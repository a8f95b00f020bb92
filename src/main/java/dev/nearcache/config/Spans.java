package dev.nearcache.config;

import java.time.Duration;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as users write them: {@code 800ms}, {@code 5s}, {@code 1h30m}. */
public final class Spans {
    private static final Pattern PART = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    /** Longer than anything here can be meant, and far below what clocks count to. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private Spans() {}

    /**
     * Reads a duration above zero.
     *
     * @throws IllegalArgumentException saying what the form is
     */
    public static Duration positive(String text) {
        Duration span = zeroOrMore(text);
        if (span.isZero()) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a duration above zero, such as 800ms, 5s, 5m or 1h");
        }
        return span;
    }

    /** Reads durations that are not shorter than the least one; the reader throws saying what the least is. */
    static Function<String, Duration> atLeast(Duration least) {
        return text -> {
            Duration span = positive(text);
            if (span.compareTo(least) < 0) {
                throw new IllegalArgumentException(
                        "\"" + text + "\" is too short: at least " + least.toSeconds() + "s");
            }
            return span;
        };
    }

    /** The same, or zero, which stands for never. */
    static Function<String, Duration> zeroOrAtLeast(Duration least) {
        return text ->
                zeroOrMore(text).isZero() ? Duration.ZERO : atLeast(least).apply(text);
    }

    /**
     * Reads a duration of zero or more.
     *
     * @throws IllegalArgumentException saying what the form is
     */
    public static Duration zeroOrMore(String text) {
        Matcher parts = PART.matcher(text);
        Duration total = Duration.ZERO;
        int at = 0;
        while (at < text.length() && parts.find(at) && parts.start() == at) {
            total = total.plus(unit(parts.group(2)).multipliedBy(Long.parseLong(parts.group(1))));
            at = parts.end();
        }
        if (text.isEmpty() || at < text.length()) {
            throw new IllegalArgumentException("\"" + text + "\" is not a duration such as 800ms, 5s, 5m or 1h");
        }
        if (total.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("\"" + text + "\" is too long: at most " + LONGEST.toHours() + "h");
        }
        return total;
    }

    private static Duration unit(String name) {
        return switch (name) {
            case "ms" -> Duration.ofMillis(1);
            case "s" -> Duration.ofSeconds(1);
            case "m" -> Duration.ofMinutes(1);
            default -> Duration.ofHours(1);
        };
    }
}
