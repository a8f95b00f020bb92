package dev.nearcache.soak;

import dev.nearcache.simulator.Change.Telling;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Of a type whose changes come in order for each object only: those of several namespaces, each of which may be behind, and
 * those that a watch was not told of and a list has brought later.
 *
 * <p>Of each object, no change may be missing between two that were seen, unless no watch was told of it, or a relist came
 * after it that may have merged it ({@link Relists}). A new connection may repeat what was seen, but then goes on from
 * there. A snapshot is, namespace by namespace, what there was ({@link Union}).
 */
final class ObjectJudge implements Judge {
    private static final Traits NOTHING = new Traits("", "", "");

    private enum Phase {
        SNAPSHOT,
        LIVE
    }

    /**
     * The last that was seen of an object.
     *
     * @param state null if it was gone
     * @param connection on which it was seen
     */
    private record Told(long version, @Nullable State state, int connection) {}

    private final String client;
    private final Selector selector;
    private final History history;
    private final Union union;
    private final Relists relists;
    private final Findings findings;
    private final Map<String, Told> told = new HashMap<>();
    private final Recent recent = new Recent();
    private Union.Standing snapshot = new Union.Standing(Map.of(), Map.of());
    private Phase phase = Phase.SNAPSHOT;
    private int connection;
    private int snapshotConnection;
    private long exact;
    private long lenient;

    ObjectJudge(String client, Selector selector, History history, Union union, Relists relists, Findings findings) {
        this.client = client;
        this.selector = selector;
        this.history = history;
        this.union = union;
        this.relists = relists;
        this.findings = findings;
    }

    @Override
    public void take(Item item) {
        recent.add(item);
        switch (item.what()) {
            case SNAPSHOT -> {
                phase = Phase.SNAPSHOT;
                told.clear();
            }
            case SYNCED -> synced(item.version());
            case RESUMED -> connection++;
            // A bookmark says nothing of a namespace that is behind.
            case BOOKMARK -> {}
            case ADDED, MODIFIED, DELETED -> {
                switch (phase) {
                    case SNAPSHOT -> told.put(item.key(), told(item));
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
        return Difference.between(objects(), now, selector);
    }

    @Override
    public String recent() {
        return recent.toString();
    }

    @Override
    public Map<String, State> objects() {
        Map<String, State> objects = new HashMap<>();
        told.forEach((key, last) -> {
            if (last.state() != null) {
                objects.put(key, last.state());
            }
        });
        return objects;
    }

    private void synced(long version) {
        snapshot = union.at(version, objects(), selector);
        snapshot.wrong()
                .forEach((namespace, wrong) -> find(
                        Finding.INCONSISTENT,
                        "the snapshot at " + version + " never was so, in \"" + namespace + "\": " + wrong));
        snapshotConnection = connection;
        phase = Phase.LIVE;
    }

    private void change(Item item) {
        if (relists.since(item.version())) {
            lenient++;
        } else {
            exact++;
        }
        @Nullable Fact fact = history.of(item.version()).at(item.version(), item.key());
        Told known = told.getOrDefault(item.key(), absent(item, fact));
        switch (item.what()) {
            case ADDED, MODIFIED -> put(item, known, fact);
            case DELETED -> remove(item, known, fact);
            case BOOKMARK, SNAPSHOT, SYNCED, RESUMED -> throw new IllegalArgumentException(item.toString());
        }
    }

    /** An object that a snapshot lacked. What no watch was told of may be missing there, and come with a list. */
    private Told absent(Item item, @Nullable Fact fact) {
        boolean late = fact != null && fact.telling() == Telling.SILENT;
        return new Told(late ? item.version() - 1 : snapshot.of(item.key()), null, snapshotConnection);
    }

    private void put(Item item, Told known, @Nullable Fact fact) {
        @Nullable State real = fact == null ? null : fact.after();
        boolean right =
                real == null ? isKnown(item, known) : real.is(item.version(), item.uid()) && selector.matches(real);
        if (!right) {
            find(Finding.INVENTED, item + " uid " + item.uid() + ", really " + fact);
            return;
        }
        follow(item, known);
        if (isNews(item, known) && (known.state() == null) == (item.what() == Item.What.MODIFIED)) {
            find(
                    Finding.INCONSISTENT,
                    item + " of an object that was " + (known.state() == null ? "not there" : "there"));
        }
        told.put(item.key(), told(item));
    }

    /** Whether it is only what the client has: what was there at the start has no change that it came by. */
    private static boolean isKnown(Item item, Told known) {
        return known.state() != null && known.state().is(item.version(), item.uid());
    }

    private void remove(Item item, Told known, @Nullable Fact fact) {
        boolean own = fact != null && !selector.matches(fact.after());
        if (own) {
            follow(item, known);
        }
        @Nullable State state = known.state();
        if (state == null) {
            boolean repeat = known.connection() < connection && !(own && isNews(item, known));
            if (!repeat) {
                find(Finding.INVENTED, item + " of an object that was not there");
            }
        } else if (!own && !left(item.key(), state)) {
            find(Finding.INVENTED, item + " of an object that is still there, as " + state);
        }
        // A delete that was only inferred carries the version of a change before it, of another object.
        told.put(item.key(), new Told(own ? item.version() : known.version(), null, connection));
    }

    /** Goes on to a change of an object: it must come after the last, without a gap. */
    private void follow(Item item, Told known) {
        if (!isNews(item, known)) {
            if (known.connection() == connection) {
                find(Finding.REORDERED, item + ", told before with version " + known.version());
            }
            return;
        }
        Epoch epoch = history.of(item.version());
        long from = history.of(known.version()) == epoch ? known.version() : epoch.start();
        @Nullable Fact lost = null;
        // What a snapshot lacks may have been there already, in silence.
        Telling before = told.containsKey(item.key()) ? Telling.TOLD : Telling.SILENT;
        for (Fact fact : epoch.between(from, item.version() - 1)) {
            if (fact.key().equals(item.key())) {
                lost = mustShow(fact, before) && !relists.since(fact.version()) ? fact : lost;
                before = fact.telling();
            }
        }
        if (lost != null) {
            find(Finding.LOST, selector.seen(lost) + " " + lost.key() + "@" + lost.version() + ", before " + item);
        }
    }

    /** Whether a change was to be seen. What leaves a selection unknown to the sidecar has entered it so. */
    private boolean mustShow(Fact fact, Telling before) {
        return switch (fact.telling()) {
            case SILENT -> false;
            case TOLD ->
                selector.matches(fact.after()) || (before == Telling.TOLD && selector.seen(fact) == Kind.DELETED);
        };
    }

    /** Versions of different epochs cannot be compared. */
    private boolean isNews(Item item, Told known) {
        return known.version() < item.version() || history.of(known.version()) != history.of(item.version());
    }

    /** Since it was seen; a restore may have come in between. What was there at the start has a version below all. */
    private boolean left(String key, State known) {
        Epoch own = history.of(known.version());
        long newest = known.version() < own.start() ? Long.MAX_VALUE : own.start();
        return history.epochs().stream()
                .filter(epoch -> epoch.start() <= newest)
                .anyMatch(epoch -> epoch.leftSince(epoch == own ? known.version() : 0, key, known.uid(), selector));
    }

    private Told told(Item item) {
        return new Told(item.version(), new State(item.version(), item.uid(), NOTHING), connection);
    }

    private void find(Finding finding, String what) {
        findings.add(finding, client, what, recent());
    }
}
