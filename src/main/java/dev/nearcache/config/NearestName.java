package dev.nearcache.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which name a misspelt one was meant to be. */
final class NearestName {
    private NearestName() {}

    /** The allowed name that takes the fewest edits, if those are few for its length. Case does not count. */
    static Optional<String> of(String name, Collection<String> allowed) {
        String lower = name.toLowerCase(Locale.ROOT);
        return allowed.stream()
                .min(Comparator.comparingInt(candidate -> edits(lower, candidate.toLowerCase(Locale.ROOT))))
                .filter(best -> edits(lower, best.toLowerCase(Locale.ROOT)) <= Math.max(2, best.length() / 3));
    }

    /** Levenshtein's distance, one row at a time. */
    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replace = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
