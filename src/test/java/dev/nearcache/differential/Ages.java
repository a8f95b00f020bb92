package dev.nearcache.differential;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The ages in a cell of a table. */
final class Ages {
    private static final Pattern AGE = Pattern.compile("\\b(\\d+[smhdy])+\\b");
    private static final Pattern PART = Pattern.compile("(\\d+)([smhdy])");
    private static final Map<String, Long> SECONDS =
            Map.of("s", 1L, "m", 60L, "h", 3600L, "d", 86_400L, "y", 365 * 86_400L);

    /** How far two servers' answers to one request may lie apart on a machine that is busy. */
    private static final long NEAR_SECONDS = 5;

    private Ages() {}

    /** Whether two cells differ in ages alone, which are of about one time; there must be some. */
    static boolean near(String one, String other) {
        List<Long> ages = ages(one);
        List<Long> others = ages(other);
        if (ages.isEmpty()
                || ages.size() != others.size()
                || !AGE.matcher(one).replaceAll("").equals(AGE.matcher(other).replaceAll(""))) {
            return false;
        }
        for (int i = 0; i < ages.size(); i++) {
            if (Math.abs(ages.get(i) - others.get(i)) > NEAR_SECONDS) {
                return false;
            }
        }
        return true;
    }

    private static List<Long> ages(String text) {
        return AGE.matcher(text).results().map(Ages::seconds).toList();
    }

    private static long seconds(MatchResult age) {
        return PART.matcher(age.group())
                .results()
                .mapToLong(part -> Long.parseLong(part.group(1)) * SECONDS.getOrDefault(part.group(2), 0L))
                .sum();
    }
}
