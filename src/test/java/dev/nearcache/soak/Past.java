package dev.nearcache.soak;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects that somebody has, held against what there was, change by change. Who has not been told of a change may have
 * either, until the object's next change that is told. Confined to one thread.
 */
final class Past {
    /** In place of the version of what is not there. */
    private static final long NONE = 0;

    private final Map<String, State> seen;
    private final Selector selector;
    private final Map<String, Set<Long>> possible = new HashMap<>();
    private final Set<String> wrong = new HashSet<>();

    /** Begins with the objects of some moment. */
    Past(Map<String, State> seen, Selector selector, Map<String, State> base) {
        this.seen = seen;
        this.selector = selector;
        base.forEach((key, state) -> possible.put(key, Set.of(version(state))));
        base.keySet().forEach(this::compare);
        seen.keySet().forEach(this::compare);
    }

    /** Goes on to what there was after a change. */
    void pass(Fact fact) {
        long version = version(fact.after());
        switch (fact.telling()) {
            case TOLD -> possible.put(fact.key(), Set.of(version));
            case SILENT -> {
                Set<Long> either = new HashSet<>(possible.getOrDefault(fact.key(), Set.of(NONE)));
                either.add(version);
                possible.put(fact.key(), either);
            }
        }
        compare(fact.key());
    }

    /** The keys of those that were not so at this moment. */
    Set<String> wrong() {
        return wrong;
    }

    private void compare(String key) {
        @Nullable State known = seen.get(key);
        long version = known == null ? NONE : known.version();
        if (possible.getOrDefault(key, Set.of(NONE)).contains(version)) {
            wrong.remove(key);
        } else {
            wrong.add(key);
        }
    }

    private long version(@Nullable State state) {
        return selector.matches(state) ? Objects.requireNonNull(state).version() : NONE;
    }
}
