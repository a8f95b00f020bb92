package dev.nearcache.soak;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Of a type whose changes come in the order of their versions, and all of them: whole sequences are held against what
 * really happened.
 *
 * <p>Between two versions that the client has passed, every change that its selector shows must have been seen, in order,
 * where the sidecar did not relist ({@link Spans}). Where it did, a change may be missing; then the object is owed, and
 * must be right once the client is past the relist.
 */
final class SequenceJudge implements Judge {
    private enum Phase {
        SNAPSHOT,
        LIVE
    }

    private final String client;
    private final Selector selector;
    private final History history;
    private final Spans spans;
    private final Findings findings;
    private final Map<String, State> objects = new HashMap<>();
    private final Set<String> owed = new HashSet<>();
    private final Recent recent = new Recent();
    private Phase phase = Phase.SNAPSHOT;
    private long at;
    private long owedSince;
    private long repeatsUpTo;
    private long exact;
    private long lenient;

    SequenceJudge(String client, Selector selector, History history, Spans spans, Findings findings) {
        this.client = client;
        this.selector = selector;
        this.history = history;
        this.spans = spans;
        this.findings = findings;
    }

    @Override
    public void take(Item item) {
        recent.add(item);
        switch (item.what()) {
            case SNAPSHOT -> forget();
            case SYNCED -> synced(item.version());
            case RESUMED -> resumed(item.version());
            case BOOKMARK -> {
                if (phase == Phase.LIVE) {
                    pass(item.version(), "");
                }
            }
            case ADDED, MODIFIED, DELETED -> {
                switch (phase) {
                    case SNAPSHOT -> objects.put(item.key(), new State(item.version(), item.uid(), NOTHING));
                    case LIVE -> change(item);
                }
            }
        }
    }

    @Override
    public long exact() {
        return exact;
    }

    @Override
    public long lenient() {
        return lenient;
    }

    @Override
    public String difference(Map<String, State> now) {
        return Difference.between(objects, now, selector);
    }

    @Override
    public Map<String, State> objects() {
        return objects;
    }

    @Override
    public String recent() {
        return recent.toString();
    }

    private static final Traits NOTHING = new Traits("", "", "");

    private void forget() {
        phase = Phase.SNAPSHOT;
        objects.clear();
        owed.clear();
        at = 0;
        repeatsUpTo = 0;
    }

    private void synced(long version) {
        Difference wrong = Difference.of(objects, history.of(version).at(version), selector);
        wrong.lost().forEach(what -> find(Finding.LOST, "not in the snapshot at " + version + ": " + what));
        wrong.invented().forEach(what -> find(Finding.INVENTED, "in the snapshot at " + version + ": " + what));
        correct(history.of(version).at(version));
        phase = Phase.LIVE;
        at = version;
    }

    private void resumed(long version) {
        // A connection may end before anything came on it: what was seen before it may still come again.
        repeatsUpTo = Math.max(repeatsUpTo, at);
        if (version > at) {
            find(Finding.INCONSISTENT, "resumed after " + version + ", which it has not seen");
        } else {
            at = version;
        }
    }

    private void change(Item item) {
        if (item.version() < at) {
            find(Finding.REORDERED, item + " after " + at);
            return;
        }
        @Nullable Fact fact = pass(item.version(), item.key());
        boolean strict = spans.strict(item.version());
        if (strict) {
            exact++;
        } else {
            lenient++;
        }
        boolean repeat = item.version() <= repeatsUpTo;
        switch (item.what()) {
            case ADDED, MODIFIED -> put(item, fact, repeat);
            case DELETED -> remove(item, fact, repeat);
            case BOOKMARK, SNAPSHOT, SYNCED, RESUMED -> throw new IllegalArgumentException(item.toString());
        }
        // A delete that was only inferred carries the version of the event before it, which may be the object's own.
        if (strict
                && fact != null
                && !repeat
                && item.what() != Item.What.DELETED
                && !selector.seen(fact).name().equals(item.what().name())) {
            find(Finding.INCONSISTENT, item + " is " + selector.seen(fact) + " to it");
        }
        owed.remove(item.key());
    }

    private void put(Item item, @Nullable Fact fact, boolean repeat) {
        @Nullable State known = objects.get(item.key());
        @Nullable State real = fact == null ? null : fact.after();
        if (real == null || !real.is(item.version(), item.uid()) || !selector.matches(real)) {
            find(Finding.INVENTED, item + " uid " + item.uid() + ", really " + fact);
            return;
        }
        if (!repeat && known != null && isNotOlder(known, item)) {
            find(Finding.REORDERED, item + ", told before with version " + known.version());
        } else if (!repeat && (known == null) == (item.what() == Item.What.MODIFIED)) {
            find(Finding.INCONSISTENT, item + " of an object that was " + (known == null ? "not there" : "there"));
        }
        objects.put(item.key(), real);
    }

    /** Versions of different epochs cannot be compared. */
    private boolean isNotOlder(State known, Item item) {
        return known.uid().equals(item.uid())
                && known.version() >= item.version()
                && history.of(known.version()) == history.of(item.version());
    }

    private void remove(Item item, @Nullable Fact fact, boolean repeat) {
        @Nullable State known = objects.remove(item.key());
        if (known == null) {
            if (!repeat) {
                find(Finding.INVENTED, item + " of an object that was not there");
            }
            return;
        }
        boolean told = fact != null && !selector.matches(fact.after());
        // A delete that was only inferred carries the version of a change before it.
        if (!told && !left(item, known)) {
            find(Finding.INVENTED, item + " of an object that is still there, as " + known);
        }
    }

    private boolean left(Item item, State known) {
        long since = history.of(item.version()).start() <= known.version() ? known.version() : 0;
        return history.of(item.version()).leftSince(since, item.key(), known.uid(), selector);
    }

    /** Goes on to a version, and gives the change of that key at exactly that version. */
    private @Nullable Fact pass(long version, String key) {
        Epoch epoch = history.of(version);
        if (phase == Phase.LIVE && epoch != history.of(at)) {
            find(Finding.REORDERED, "version " + version + " after " + at + ", without a reset");
            at = version;
        }
        @Nullable Fact found = null;
        for (Fact fact : epoch.between(Math.min(at, version - 1), version)) {
            if (fact.version() == version && fact.key().equals(key)) {
                found = fact;
            } else if (fact.version() > at && selector.seen(fact) != Kind.UNSEEN) {
                miss(fact);
            }
        }
        at = Math.max(at, version);
        checkOwed(epoch);
        return found;
    }

    private void miss(Fact fact) {
        if (!spans.strict(fact.version())) {
            owed.add(fact.key());
            owedSince = fact.version();
            return;
        }
        find(Finding.LOST, selector.seen(fact) + " " + fact.key() + "@" + fact.version());
        @Nullable State after = fact.after();
        if (after == null || !selector.matches(after)) {
            objects.remove(fact.key());
        } else {
            objects.put(fact.key(), after);
        }
    }

    /** Looks after what was merged once the relist that merged it is passed. */
    private void checkOwed(Epoch epoch) {
        long settled = owed.isEmpty() ? Long.MAX_VALUE : spans.settledBy(owedSince);
        if (at <= settled) {
            return;
        }
        Map<String, State> then = epoch.at(settled);
        for (Iterator<String> keys = owed.iterator(); keys.hasNext(); keys.remove()) {
            String key = keys.next();
            @Nullable State real = then.get(key);
            @Nullable State wanted = selector.matches(real) ? real : null;
            @Nullable State known = objects.get(key);
            if (wanted == null ? known != null : known == null || !known.is(wanted.version(), wanted.uid())) {
                find(
                        Finding.LOST,
                        "changes of " + key + ", which is " + known + " after the relist, and really " + wanted);
                objects.remove(key);
            }
        }
    }

    private void correct(Map<String, State> real) {
        objects.clear();
        owed.clear();
        real.forEach((key, state) -> {
            if (selector.matches(state)) {
                objects.put(key, state);
            }
        });
    }

    private void find(Finding finding, String what) {
        findings.add(finding, client, what, recent.toString());
    }
}
