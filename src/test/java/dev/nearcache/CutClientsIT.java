package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change;
import dev.nearcache.simulator.SimObject;
import dev.nearcache.simulator.SimulatorLog.Identity;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.CutWatchClient;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.Seen;
import dev.nearcache.testing.Steps;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Clients that are cut anywhere and resume by their last id or version lose nothing (CT-02). */
class CutClientsIT {
    private static final int CUTS = 200;
    private static final int LONGEST_LIFE = 60_000;

    private final long seed = System.nanoTime();
    private final RunningSidecar running =
            RunningSidecar.start(SimulatorSettings.quiet().withObjects(Map.of("pods", 900)), "", "pods");

    @BeforeEach
    void awaitSynced() {
        running.awaitSynced();
    }

    @AfterEach
    void stop() {
        running.close();
    }

    /**
     * How many bytes each connection lives: enough for a whole snapshot the first time, then few, and after so many cuts
     * as long as it likes.
     */
    private static final class Lives {
        private static final long SNAPSHOT = 50_000_000;

        private final Random random;
        private final int longest;
        private final AtomicInteger left;
        private final AtomicBoolean first = new AtomicBoolean(true);

        Lives(long seed, int longest, int cuts) {
            this.random = new Random(seed);
            this.longest = longest;
            this.left = new AtomicInteger(cuts);
        }

        long next() {
            if (first.getAndSet(false)) {
                return SNAPSHOT;
            }
            return left.getAndDecrement() > 0 ? 1 + random.nextInt(longest) : Long.MAX_VALUE;
        }

        /** The same without a long first life. */
        Lives shortFromTheStart() {
            first.set(false);
            return this;
        }

        boolean over() {
            return left.get() < 0;
        }
    }

    @Test
    void cutsUnderLoadLoseNothingRepeatNothingAndKeepTheOrder() throws Exception {
        // Given
        String about = "seed " + seed;
        Lives watchLives = new Lives(seed, LONGEST_LIFE, CUTS).shortFromTheStart();
        Lives streamLives = new Lives(seed + 1, LONGEST_LIFE, CUTS);
        CutWatchClient watch = new CutWatchClient(running.port(), "/api/v1/pods", watchLives::next);
        CutEventClient stream = new CutEventClient(running.port(), "/v1/stream?resource=pods", 1, streamLives::next);
        AtomicLong end = new AtomicLong(Long.MAX_VALUE);
        watch.list();
        stream.followUntil(client -> !client.firstId().isEmpty());

        // When
        try (Steps steps = new Steps()) {
            steps.run(() -> watch.watchUntil(last -> last >= end.get()));
            steps.run(() -> stream.followUntil(client -> lastOf(client) >= end.get()));
            RunningSidecar.await(running.simulator().churn().rate(300));
            steps.await(() -> watchLives.over() && streamLives.over());
            settle(end);
            steps.join();
        }

        // Then
        assertEquals(changesAfter(watch.start()), watch.seen(), about);
        assertEquals(changesAfter(versionOf(stream.firstId())), stream.seen(), about);
        assertTrue(watch.connections() >= CUTS && stream.connections() >= CUTS, about);
        assertEquals(versions(), stream.objects(), about);
    }

    @Test
    void cutsInsideARelistsDeletesRepeatSomeAndLoseNone() throws Exception {
        // Given
        String about = "seed " + seed;
        // Deletes of one list share a version, so a client that is cut among them gets them again from the first: it
        // comes
        // through when it lives long enough once.
        Lives watchLives = new Lives(seed, LONGEST_LIFE, 60).shortFromTheStart();
        Lives streamLives = new Lives(seed + 1, LONGEST_LIFE, 60);
        CutWatchClient watch = new CutWatchClient(running.port(), "/api/v1/pods", watchLives::next);
        CutEventClient stream = new CutEventClient(running.port(), "/v1/stream?resource=pods", 1, streamLives::next);
        Set<String> before = watch.list().stream().map(Seen::key).collect(Collectors.toCollection(HashSet::new));
        stream.followUntil(client -> !client.firstId().isEmpty());

        // When
        List<String> deleted =
                RunningSidecar.await(running.simulator().faults().relistWith("pods", Change.Kind.DELETED, 500)).stream()
                        .map(object -> object.key())
                        .toList();
        Set<String> left = versions().keySet();
        try (Steps steps = new Steps()) {
            steps.run(() ->
                    watch.watchUntil(last -> survivors(before, watch.seen()).equals(left)));
            steps.run(
                    () -> stream.followUntil(client -> client.objects().keySet().equals(left)));
            steps.join();
        }

        // Then
        assertEquals(500, deleted.size());
        assertEquals(Set.copyOf(deleted), keysDeleted(watch.seen()), about);
        assertEquals(Set.copyOf(deleted), keysDeleted(stream.seen()), about);
        assertEquals(List.of("SYNCED"), stream.marks(), about);
    }

    @Test
    void cutsInsideTheInitialEventsLoseNothing() throws Exception {
        // Given
        RunningSidecar.await(running.simulator().churn().rate(300));
        String about = "seed " + seed;
        Lives lives = new Lives(seed, LONGEST_LIFE, 60).shortFromTheStart();
        CutWatchClient watch = new CutWatchClient(running.port(), "/api/v1/pods", lives::next);
        AtomicLong end = new AtomicLong(Long.MAX_VALUE);

        // When a watch without a version begins with what there is
        try (Steps steps = new Steps()) {
            steps.run(() -> watch.from(0).watchOrStartOver(last -> last >= end.get()));
            steps.await(lives::over);
            settle(end);
            steps.join();
        }

        // Then
        assertEquals(versions(), watch.objects(), about);
    }

    /** Ends the load with one last change, known beforehand: a client is done once it has seen it. */
    private void settle(AtomicLong end) {
        RunningSidecar.await(running.simulator().churn().stop());
        end.set(RunningSidecar.await(running.simulator().world().version()) + 1);
        List<SimObject> last = RunningSidecar.await(running.simulator().world().many("pods", Change.Kind.MODIFIED, 1));
        assertEquals(end.get(), last.get(0).version());
    }

    /** What really happened after a version. */
    private List<Seen> changesAfter(long version) {
        return RunningSidecar.await(running.simulator().log().changesAfter("pods", version)).stream()
                .map(change -> new Seen(change.kind().name(), change.object().key(), change.version()))
                .toList();
    }

    private Map<String, Long> versions() {
        Map<String, Identity> snapshot =
                RunningSidecar.await(running.simulator().log().snapshot("pods"));
        Map<String, Long> versions = new HashMap<>();
        snapshot.forEach((key, identity) -> versions.put(key, identity.version()));
        return versions;
    }

    private static Set<String> survivors(Set<String> before, List<Seen> seen) {
        Set<String> alive = new HashSet<>(before);
        seen.forEach(change -> {
            if (change.type().equals("DELETED")) {
                alive.remove(change.key());
            } else {
                alive.add(change.key());
            }
        });
        return alive;
    }

    private static Set<String> keysDeleted(List<Seen> seen) {
        return seen.stream()
                .filter(change -> change.type().equals("DELETED"))
                .map(Seen::key)
                .collect(Collectors.toSet());
    }

    private static long lastOf(CutEventClient client) {
        return client.id().isEmpty() ? 0 : versionOf(client.id());
    }

    private static long versionOf(String id) {
        return Long.parseLong(id.startsWith("pods=") ? id.substring("pods=".length()) : id);
    }
}
