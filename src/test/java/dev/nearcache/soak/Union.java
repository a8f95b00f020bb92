package dev.nearcache.soak;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a list of a type is whose namespaces are watched each for itself: of each namespace exactly what there was in it
 * at some version, not newer than the list's. Of a type that is watched as a whole there is one such part.
 */
final class Union {
    /** No list is further behind than so many changes. */
    private static final int LONGEST = 5_000;

    private final History history;
    private final List<String> namespaces;

    Union(History history, SoakType type) {
        this.history = history;
        this.namespaces = type.namespaces().isEmpty() ? List.of("") : type.namespaces();
    }

    /**
     * How each namespace stands.
     *
     * @param versions by namespace, the newest at which what was seen of it was right
     * @param wrong by namespace, what was not so at any version, for people
     */
    record Standing(Map<String, Long> versions, Map<String, String> wrong) {
        /** The version for an object's namespace; 0 if there is none. */
        long of(String key) {
            String namespace = key.contains("/") ? key.substring(0, key.indexOf('/')) : "";
            return versions.getOrDefault(namespace, versions.getOrDefault("", 0L));
        }
    }

    /** Holds what a selector shows at a version against what there was. */
    Standing at(long version, Map<String, State> seen, Selector selector) {
        Standing standing = new Standing(new HashMap<>(), new HashMap<>());
        for (String namespace : selector.namespace().isEmpty() ? namespaces : List.of(selector.namespace())) {
            Map<String, State> part = seen.entrySet().stream()
                    .filter(entry -> namespace.isEmpty() || entry.getKey().startsWith(namespace + "/"))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
            part(version, part, new Selector(namespace, selector.rule()), standing);
        }
        return standing;
    }

    /** After a restore, a namespace may be of another history than the others, whose versions cannot be compared. */
    private void part(long version, Map<String, State> part, Selector selector, Standing standing) {
        Epoch own = history.of(version);
        String wrong = "";
        for (Epoch epoch : history.epochs()) {
            Found found = newest(epoch, epoch == own ? version : Long.MAX_VALUE, part, selector);
            if (found.wrong().isEmpty()) {
                standing.versions().put(selector.namespace(), found.version());
                return;
            }
            wrong = wrong.isEmpty() ? found.wrong() : wrong;
        }
        standing.wrong().put(selector.namespace(), wrong);
    }

    /** A version at which all was right; or what was wrong at the last. */
    private record Found(long version, String wrong) {}

    private static Found newest(Epoch epoch, long upTo, Map<String, State> part, Selector selector) {
        List<Fact> facts = epoch.newest(LONGEST, upTo);
        long start =
                facts.isEmpty() ? Math.min(upTo, epoch.version()) : facts.get(0).version() - 1;
        Past past = new Past(part, selector, epoch.at(start));
        long right = past.wrong().isEmpty() ? start : -1;
        for (Fact fact : facts) {
            past.pass(fact);
            if (past.wrong().isEmpty()) {
                right = fact.version();
            }
        }
        return right >= 0
                ? new Found(right, "")
                : new Found(0, past.wrong().stream().sorted().limit(5).collect(Collectors.joining(" ")));
    }
}
