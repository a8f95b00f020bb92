package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.ROOMY;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.Compression;
import dev.nearcache.resource.Elsewhere;
import dev.nearcache.resource.FieldPath;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectDecoder;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.SizeLimits;
import dev.nearcache.testing.CheckedCaches;
import dev.nearcache.testing.RealisticPods;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A cache whose codec learns. */
class RenewalTest {
    private static final ObjectLayout LAYOUT = new ObjectLayout(
            List.of(FieldPath.parse("metadata.managedFields")),
            List.of(),
            Map.of("byNode", FieldPath.parse("spec.nodeName")),
            ObjectLayout.ValuePolicy.PLAIN);

    @RegisterExtension
    final CheckedCaches caches = new CheckedCaches();

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final Elsewhere elsewhere = new Elsewhere();
    private final Compression compression = Elsewhere.compression();
    private final ResourceCache cache = caches.check(new ResourceCache(
            List.of("byNode"),
            ROOMY,
            SizeLimits.NONE,
            learned -> compression.codec(elsewhere, learned),
            turns::add,
            () -> Instant.EPOCH));
    private final ObjectDecoder decoder = new ObjectDecoder(LAYOUT, cache.codec(), cache.held(), new byte[0]);
    private final Scope scope = cache.scope("");

    @AfterEach
    void close() {
        compression.close();
    }

    @Test
    void aTypeThatIsHeldIsStoredAnewWithoutAnEventAVersionOrAWakeUp() {
        // Given: fewer objects than make the codec learn before they are held
        List<KubeObject> pods = pods(1, 180, 1);
        scope.sink().replace(pods, version(1_000));
        run();
        List<byte[]> texts = pods.stream().map(pod -> pod.body().json()).toList();
        AtomicInteger woken = new AtomicInteger();
        cache.onChange(woken::incrementAndGet);
        scope.sink().update(pod("team-1", "p0", 1_001));
        run();
        woken.set(0);
        CacheState before = cache.state();
        // When
        assertTrue(elsewhere.work());
        run();
        // Then
        CacheState after = cache.state();
        assertEquals(0, woken.get());
        assertEquals(before.resourceVersion(), after.resourceVersion());
        assertEquals(before.position(), after.position());
        assertSame(before.objects(), after.objects());
        assertEquals(before.bytes(), after.bytes());
        assertTrue(after.storedBytes() * 3 < before.storedBytes(), () -> after.storedBytes() + ", seed " + seed);
        for (int i = 1; i < pods.size(); i++) {
            assertSame(pods.get(i), after.objects().get(pods.get(i).key()));
            assertArrayEquals(texts.get(i), pods.get(i).body().json());
        }
        // Then: what the log holds and counts is let go again
        scope.sink().delete(pods.get(1));
        run();
    }

    @Test
    void objectsOfAListThatAreOlderThanWhatTheCodecHasLearnedAreStoredAnewOnceTheyAreHeld() {
        // Given
        List<KubeObject> pods = pods(1, 100, 1);
        pods.addAll(pods(1, 120, 200));
        long early = stored(pods);
        // When: it learns while the list comes in
        assertTrue(elsewhere.work());
        run();
        pods.addAll(pods(1, 300, 500));
        scope.sink().replace(pods, version(1_000));
        run();
        // Then
        assertTrue(stored(pods.subList(0, 220)) * 3 < early, () -> stored(pods) + ", seed " + seed);
        assertEquals(stored(pods), cache.state().storedBytes());
    }

    @Test
    void aListThatGoesOnOtherwiseThanItBeganIsLearnedFromAsAWhole() {
        // Given
        List<KubeObject> pods = pods(1, 300, 1);
        assertTrue(elsewhere.work());
        for (int team = 2; team < 6; team++) {
            pods.addAll(pods(team, 300, 1 + 1_000 * team));
        }
        scope.sink().replace(pods, version(9_000));
        run();
        long before = cache.state().storedBytes();
        // When
        assertTrue(elsewhere.work(), () -> "seed " + seed);
        run();
        // Then
        assertTrue(cache.state().storedBytes() * 2 < before, () -> cache.state().storedBytes() + " of " + before);
        assertEquals(stored(pods), cache.state().storedBytes());
        assertEquals(2, cache.learning().trainings());
    }

    @Test
    void aRelistOfWhatIsHeldGivesTheHeldInstancesAndNoEvent() {
        // Given
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            texts.add(RealisticPods.json(random, "team-" + i % 7, "p" + i, i + 1));
        }
        List<KubeObject> pods = decoded(texts);
        scope.sink().replace(pods, version(1_000));
        run();
        elsewhere.work();
        run();
        CacheState before = cache.state();
        // When
        List<KubeObject> again = decoded(texts);
        scope.sink().replace(again, version(2_000));
        run();
        // Then
        for (int i = 0; i < pods.size(); i++) {
            assertSame(pods.get(i), again.get(i));
        }
        assertEquals(before.position(), cache.state().position());
        assertSame(before.objects(), cache.state().objects());
    }

    private List<KubeObject> decoded(List<String> texts) {
        return texts.stream()
                .map(text -> decoder.decode(text.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private List<KubeObject> pods(long team, int count, int firstVersion) {
        List<KubeObject> pods = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String text = RealisticPods.ofTeam(random, team, "p" + (firstVersion + i), firstVersion + i);
            pods.add(decoder.decode(text.getBytes(StandardCharsets.UTF_8)));
        }
        return pods;
    }

    private KubeObject pod(String namespace, String name, long version) {
        String text = RealisticPods.json(random, namespace, name, version);
        return decoder.decode(text.getBytes(StandardCharsets.UTF_8));
    }

    private static long stored(List<KubeObject> objects) {
        return objects.stream()
                .mapToLong(object -> object.body().storedLength())
                .sum();
    }

    private void run() {
        while (!turns.isEmpty()) {
            turns.remove().run();
        }
    }
}
