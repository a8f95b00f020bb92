package dev.nearcache.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Collects what is wrong while the rest is still being read. Confined to one thread. */
final class Problems {
    private static final Pattern LINE = Pattern.compile(":(\\d{1,9})$");

    private final List<Problem> found = new ArrayList<>();

    /** The line of the file; what flags and variables said comes after all lines. */
    private static int line(Problem problem) {
        Matcher line = LINE.matcher(problem.origin());
        return line.find() ? Integer.parseInt(line.group(1)) : Integer.MAX_VALUE;
    }

    void add(String origin, String path, String message) {
        found.add(new Problem(origin, path, message));
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw new ConfigException(found.stream()
                    .sorted(Comparator.comparingInt(Problems::line))
                    .toList());
        }
    }
}
