package dev.nearcache.http.kube.table;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Timestamps as Go reads them: RFC 3339 in upper case, but an hour may have one digit, a fraction a comma. */
final class GoTime {
    /** What Go takes for no time at all. */
    private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

    private static final Pattern TIMESTAMP = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d?):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9})\\d*)?(?:Z|([+-])(\\d\\d):(\\d\\d))");

    private static final int MOST_HOURS_AWAY = 24;

    private GoTime() {}

    /** Empty if Go cannot read it. */
    static Optional<Instant> parse(String text) {
        Matcher parts = TIMESTAMP.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        try {
            LocalTime time = LocalTime.of(number(parts, 2), number(parts, 3), number(parts, 4), nanos(parts));
            Instant local = LocalDate.parse(parts.group(1)).atTime(time).toInstant(ZoneOffset.UTC);
            boolean far = number(parts, 7) > MOST_HOURS_AWAY || number(parts, 8) > 60;
            return far ? Optional.empty() : Optional.of(local.minusSeconds(offset(parts)));
        } catch (DateTimeException none) {
            return Optional.empty();
        }
    }

    static boolean isZero(Instant time) {
        return time.equals(ZERO);
    }

    /** Seconds east of Greenwich. */
    private static long offset(Matcher parts) {
        long size = number(parts, 7) * 3600L + number(parts, 8) * 60L;
        return "-".equals(parts.group(6)) ? -size : size;
    }

    private static int nanos(Matcher parts) {
        String digits = parts.group(5);
        return digits == null ? 0 : Integer.parseInt((digits + "00000000").substring(0, 9));
    }

    /** What a group has; 0 if nothing. */
    private static int number(Matcher parts, int group) {
        String digits = parts.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}
