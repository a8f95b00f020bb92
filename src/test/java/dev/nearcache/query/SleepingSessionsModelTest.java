package dev.nearcache.query;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.resource.FieldSelector;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.LabelSelector;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions that read only when they are woken, each beside one that is never asleep: it looks after every publication, shares
 * nothing and passes over nothing. The history holds five events, so whoever sleeps is overtaken all the time.
 */
class SleepingSessionsModelTest {
    private static final int STEPS = 1_000;

    private final ManualTimers timers = new ManualTimers();
    private final ChangeSignals signals = new ChangeSignals(timers);
    private final QueryService queries = new QueryService(new PinnedSnapshots(timers::nanos), signals, timers);
    private final FedResource pods =
            new FedResource(FedResource.PODS, ObjectLayout.whole(), new HistoryLimits(5, 1 << 20, Duration.ofHours(1)));
    private final List<Pair> pairs = new ArrayList<>();
    private String where = "";

    private enum Temper {
        /** Reads as soon as it is woken. */
        PROMPT,
        /** Reads some time after it was woken, as one whose client is slow. */
        LAZY
    }

    private enum Wake {
        NONE,
        PENDING
    }

    /** Everything that a session has given. */
    private static final class Reader implements Step.Cases<Boolean> {
        private static final String EXPIRED = "EXPIRED";

        final List<String> seen = new ArrayList<>();
        private WatchSession session;

        Reader(WatchSession session) {
            this.session = session;
        }

        void begin(WatchSession next) {
            session = next;
            seen.clear();
        }

        void read(int max) {
            while (!isExpired() && session.next(max).match(this)) {}
        }

        boolean isExpired() {
            return !seen.isEmpty() && seen.get(seen.size() - 1).equals(EXPIRED);
        }

        @Override
        public Boolean changes(List<Change> changes, Step.Progress progress) {
            changes.forEach(change -> seen.add(change.kind() + " " + change.object() + " " + change.resumeAt()));
            return progress == Step.Progress.MORE;
        }

        @Override
        public Boolean synced(ResourceVersion version) {
            seen.add("SYNCED " + version);
            return true;
        }

        @Override
        public Boolean expired(ResourceVersion asked, ResourceVersion oldest) {
            seen.add(EXPIRED);
            return false;
        }
    }

    /** A session that sleeps, and one with the same selection that never does. */
    private final class Pair {
        private final Temper temper;
        private final Selection selection;
        private final Reader sleeping;
        private final Reader wakeful;
        private final Listening listening;
        private Wake wake = Wake.NONE;

        Pair(Temper temper, String namespace, String labels, String fields) {
            this.temper = temper;
            this.selection = new Selection(
                    namespace, LabelSelector.parse(labels), FieldSelector.parse(fields), ObjectLayout.whole());
            this.listening = signals.listen(pods, selection, () -> wake = Wake.PENDING);
            this.wakeful = new Reader(now());
            this.sleeping = new Reader(followed());
        }

        private WatchSession now() {
            return queries.snapshot(pods, selection, WatchQuery.Order.KEY);
        }

        private WatchSession followed() {
            WatchSession session = now();
            session.follow(listening);
            return session;
        }

        void look(Random random) {
            wakeful.read(1 + random.nextInt(3));
            boolean reads = temper == Temper.PROMPT || random.nextInt(20) == 0;
            if (wake == Wake.PENDING && reads) {
                wake = Wake.NONE;
                sleeping.read(1 + random.nextInt(3));
            }
            check();
        }

        private void check() {
            String who = where + ": " + temper + " in \"" + selection.namespace() + "\"";
            if (wakeful.isExpired()) {
                // More at once than the history holds, or another history: whoever is to know of it does.
                if (wake == Wake.NONE) {
                    assertTrue(sleeping.isExpired(), () -> who + " does not know that it was overtaken");
                }
                beginAnew();
            } else if (wake == Wake.NONE) {
                assertEquals(sleeping.isExpired() ? Temper.LAZY : temper, temper, who + " was overtaken in its sleep");
                if (sleeping.isExpired()) {
                    beginAnew();
                } else {
                    assertEquals(wakeful.seen, sleeping.seen, who);
                    assertEquals(wakeful.session.covered(), sleeping.session.covered(), who);
                }
            }
        }

        private void beginAnew() {
            wakeful.begin(now());
            sleeping.begin(followed());
            wakeful.read(10);
            sleeping.read(10);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whoSleepsMissesNothingAndIsNotOvertaken(long seed) {
        // Given
        Random random = new Random(seed);
        Map<String, KubeObject> server = new TreeMap<>();
        pods.list(10);
        for (Temper temper : Temper.values()) {
            for (String namespace : List.of("", "a", "a", "b", "c")) {
                pairs.add(new Pair(temper, namespace, "", ""));
                pairs.add(new Pair(temper, namespace, "app=web", ""));
                pairs.add(new Pair(temper, namespace, "", "metadata.name=p1"));
            }
        }
        pairs.forEach(Pair::beginAnew);
        long version = 10;
        int delivered = 0;
        for (int step = 0; step < STEPS; step++) {
            where = "seed " + seed + ", step " + step;

            // When
            version += 1 + random.nextInt(3);
            change(random, server, version);
            timers.runDeferred();

            // Then
            List<Pair> order = new ArrayList<>(pairs);
            Collections.shuffle(order, random);
            order.forEach(pair -> pair.look(random));
            if (random.nextInt(50) == 0) {
                delivered += restart(random);
            }
        }
        assertTrue(delivered > 0, "seed " + seed + " had something to tell");
    }

    /** Some clients go and come back. */
    private int restart(Random random) {
        int delivered = 0;
        for (Pair pair : pairs) {
            delivered += pair.sleeping.seen.size();
            if (pair.wake == Wake.NONE && random.nextInt(4) == 0) {
                pair.beginAnew();
            }
        }
        return delivered;
    }

    /** Mostly of one namespace, so that the others sleep for long. */
    private void change(Random random, Map<String, KubeObject> server, long version) {
        switch (random.nextInt(40)) {
            case 0 -> pods.feed(sink -> sink.bookmark(ResourceVersion.of(version)));
            case 1 -> pods.feed(DeltaSink::resync);
            case 2 -> {
                // A list that differs in a few objects, or in more than the history holds.
                for (int i = random.nextInt(12); i > 0; i--) {
                    set(server, object(random, version - random.nextInt(2)));
                }
                pods.list(version, server.values().toArray(KubeObject[]::new));
            }
            default -> {
                for (int i = 1 + random.nextInt(2); i > 0; i--) {
                    KubeObject object = object(random, version);
                    String key = object.key().toString();
                    if (server.containsKey(key) && random.nextInt(3) == 0) {
                        server.remove(key);
                        pods.feed(sink -> sink.delete(object));
                    } else {
                        set(server, object);
                        pods.feed(sink -> sink.update(object));
                    }
                }
            }
        }
    }

    private static void set(Map<String, KubeObject> server, KubeObject object) {
        server.put(object.key().toString(), object);
    }

    private static KubeObject object(Random random, long version) {
        String namespace = List.of("a", "b", "c").get(Math.max(0, random.nextInt(40) - 37));
        Map<String, String> labels = random.nextBoolean() ? Map.of("app", "web") : Map.of();
        return pod(namespace, "p" + random.nextInt(4), version, labels);
    }
}
