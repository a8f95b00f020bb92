package dev.nearcache.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How objects that somebody has differ from those that there really are.
 *
 * @param lost those that are missing, or there at an older version
 * @param invented those that are not there, or not at that version
 */
record Difference(List<String> lost, List<String> invented) {
    static Difference of(Map<String, State> seen, Map<String, State> real, Selector selector) {
        List<String> lost = new ArrayList<>();
        List<String> invented = new ArrayList<>();
        real.forEach((key, state) -> {
            @Nullable State known = seen.get(key);
            if (selector.matches(state) && known == null) {
                lost.add(key + "@" + state.version());
            }
        });
        seen.forEach((key, known) -> {
            @Nullable State state = real.get(key);
            if (state == null || !selector.matches(state)) {
                invented.add(key + "@" + known.version());
            } else if (!known.is(state.version(), state.uid())) {
                lost.add(key + "@" + state.version() + ", which it has as @" + known.version());
            }
        });
        return new Difference(lost, invented);
    }

    /** The same as text, cut short; empty if there is none. */
    static String between(Map<String, State> seen, Map<String, State> real, Selector selector) {
        Difference difference = of(seen, real, selector);
        if (difference.lost.isEmpty() && difference.invented.isEmpty()) {
            return "";
        }
        return "lost " + some(difference.lost) + ", invented " + some(difference.invented);
    }

    private static String some(List<String> all) {
        return all.size() + (all.isEmpty() ? "" : " " + all.subList(0, Math.min(5, all.size())));
    }
}
