package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.Await;
import dev.nearcache.testing.RealisticPods;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CompressionTest {
    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);
    private final Compression compression = Elsewhere.compression();
    private final Elsewhere elsewhere = new Elsewhere();
    private final AtomicInteger learned = new AtomicInteger();
    private final ObjectCodec codec = compression.codec(elsewhere, learned::incrementAndGet);

    @AfterEach
    void close() {
        compression.close();
    }

    @Test
    void textsSurviveByteForByteInEveryStateOfTheCodec() {
        List<byte[]> texts = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            texts.add(("{\"a\":1" + RandomJson.members(random) + "}").getBytes(StandardCharsets.UTF_8));
            texts.add(pod(i));
        }
        List<StoredBody> bodies = new ArrayList<>();
        for (int state = 0; state < 3; state++) {
            // When: untrained, then trained, then with the contexts gone
            for (byte[] text : texts) {
                bodies.add(encode(text));
            }
            // Then: the bodies of all the states before can be read, too
            for (int i = 0; i < bodies.size(); i++) {
                byte[] text = texts.get(i % texts.size());
                assertArrayEquals(text, bodies.get(i).json(), () -> "seed " + seed);
                assertEquals(text.length, bodies.get(i).jsonLength());
                assertTrue(bodies.get(i).isText(text, text.length));
                byte[] other = text.clone();
                other[random.nextInt(other.length)] ^= 1;
                assertFalse(bodies.get(i).isText(other, other.length), () -> "seed " + seed);
                assertFalse(bodies.get(i).isText(text, text.length - 1), () -> "seed " + seed);
            }
            if (state == 1) {
                compression.close();
            } else {
                elsewhere.work();
            }
        }
    }

    @Test
    void aPodTakesATwelfthOfItsTextOnceADictionaryIsTrained() {
        // Given
        long before = stored(300, this::pod);
        // When
        assertTrue(elsewhere.work());
        long after = stored(300, this::pod);
        // Then
        assertEquals(1, learned.get());
        assertEquals(1, codec.generation());
        assertTrue(after * 12 < 300L * pod(0).length, () -> after / 300 + " bytes a pod, seed " + seed);
        assertTrue(after * 3 < before, () -> before + " " + after);
        assertEquals(1, codec.learning().dictionaries());
        assertEquals(1, codec.learning().trainings());
    }

    @Test
    void smallAndIncompressibleTextsStayPlainAndHugeOnesAreNotHeldUp() {
        for (int length : new int[] {1, 2, 63, 64, 1000, 200_000}) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            assertInstanceOf(PlainBody.class, encode(noise));
            assertArrayEquals(noise, encode(noise).json());
        }
        byte[] large = "a".repeat(1_500_000).getBytes(StandardCharsets.UTF_8);
        assertInstanceOf(PackedBody.class, encode(large));
        assertTrue(encode(large).isText(large, large.length));
        assertInstanceOf(PlainBody.class, encode("a".repeat(3_000_000).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void bodiesAreRenewedOnceAndReadAlikeMeanwhile() {
        // Given
        List<KubeObject> objects = new ArrayList<>();
        List<byte[]> texts = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            texts.add(pod(i));
            objects.add(new KubeObject(
                    ObjectKey.cluster("p" + i), ResourceVersion.of(1), "u", Map.of(), List.of(), encode(texts.get(i))));
        }
        elsewhere.work();
        AtomicReference<String> seen = new AtomicReference<>("");
        AtomicInteger rounds = new AtomicInteger();
        CompletableFuture<Void> reader = CompletableFuture.runAsync(() -> {
            while (seen.get().isEmpty()) {
                for (int i = 0; i < objects.size(); i++) {
                    StoredBody body = objects.get(i).body();
                    if (!body.isText(texts.get(i), texts.get(i).length) || !Arrays.equals(body.json(), texts.get(i))) {
                        throw new AssertionError("object " + i + ", seed " + seed);
                    }
                }
                rounds.incrementAndGet();
            }
        });
        Await.until(() -> rounds.get() > 0);
        // When
        long saved = objects.stream().mapToLong(object -> object.renew(codec)).sum();
        int then = rounds.get();
        Await.until(() -> rounds.get() > then + 1 || reader.isDone());
        seen.set("all");
        // Then
        reader.join();
        assertTrue(saved > 400 * 1000, () -> saved + " saved");
        for (KubeObject object : objects) {
            StoredBody body = object.body();
            assertEquals(0, object.renew(codec));
            assertSame(body, object.body());
        }
    }

    @Test
    void anotherDictionaryIsTrainedWhenWhatIsHeldIsClearlyLargerThanPromisedAndTheOldOneIsFreed() {
        // Given: a list begins with one team's pods
        List<StoredBody> held = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            held.add(encode(ofTeam(1, i)));
        }
        assertTrue(elsewhere.work());
        renew(held);
        // When: no more than that is held
        codec.review(all(held));
        // Then
        assertFalse(elsewhere.work());
        // When: it goes on with others'
        for (int i = 0; i < 1200; i++) {
            held.add(encode(ofTeam(2 + i % 4, i)));
        }
        codec.review(all(held));
        long before = all(held).storedBytes();
        assertTrue(elsewhere.work(), () -> "seed " + seed);
        // Then: the new one is for all, and the first one goes with the last body that needs it
        assertEquals(2, codec.generation());
        assertEquals(2, codec.learning().dictionaries());
        renew(held);
        assertTrue(
                all(held).storedBytes() * 2 < before,
                () -> before + " " + all(held).storedBytes());
        Await.until(() -> {
            System.gc();
            return codec.learning().dictionaries() == 1;
        });
        codec.review(all(held));
        assertFalse(elsewhere.work());
    }

    @Test
    void whatCannotBePackedAnyBetterIsNotTrainedForAgainAndAgain() {
        // Given
        List<StoredBody> held = new ArrayList<>();
        IntFunction<byte[]> noise = i -> {
            byte[] bytes = new byte[1000];
            random.nextBytes(bytes);
            return bytes;
        };
        int trained = 0;
        // When
        for (int i = 0; i < 20_000; i++) {
            StoredBody body = encode(noise.apply(i));
            if (held.size() < 2000) {
                held.add(body);
            }
            if (i % 20 == 0) {
                codec.review(all(held));
                trained += elsewhere.work() ? 1 : 0;
            }
        }
        // Then
        assertTrue(trained <= 7, trained + " trainings");
        assertEquals(0, codec.generation());
        assertEquals(0, codec.learning().dictionaries());
    }

    @Test
    void aSmallTypeGetsNoDictionary() {
        // Given
        List<StoredBody> held = List.of(encode(pod(1)), encode(pod(2)));
        codec.review(all(held));
        // When: the same objects change all the time
        for (int i = 0; i < 1000; i++) {
            encode(pod(i));
            codec.review(all(held));
        }
        // Then
        assertFalse(elsewhere.work());
        assertEquals(ObjectCodec.Learning.NONE, codec.learning());
    }

    private void renew(List<StoredBody> bodies) {
        bodies.replaceAll(body -> {
            StoredBody renewed = codec.renewed(body);
            assertSame(renewed, codec.renewed(renewed));
            return renewed;
        });
    }

    private static HeldBodies all(List<StoredBody> bodies) {
        return new HeldBodies() {
            @Override
            public long bytes() {
                return bodies.stream().mapToLong(StoredBody::jsonLength).sum();
            }

            @Override
            public long storedBytes() {
                return bodies.stream().mapToLong(StoredBody::storedLength).sum();
            }

            @Override
            public List<StoredBody> sample(int most) {
                return List.copyOf(bodies);
            }
        };
    }

    private long stored(int count, IntFunction<byte[]> text) {
        long stored = 0;
        for (int i = 0; i < count; i++) {
            stored += encode(text.apply(i)).storedLength();
        }
        return stored;
    }

    private byte[] pod(int number) {
        return RealisticPods.json(random, "default", "p" + number, 1).getBytes(StandardCharsets.UTF_8);
    }

    private byte[] ofTeam(long team, int number) {
        return RealisticPods.ofTeam(random, team, "p" + number, 1).getBytes(StandardCharsets.UTF_8);
    }

    /** In the midst of a buffer that is used again. */
    private StoredBody encode(byte[] text) {
        byte[] buffer = new byte[text.length + 7];
        System.arraycopy(text, 0, buffer, 3, text.length);
        StoredBody body = codec.encode(buffer, 3, text.length);
        assertNotSame(buffer, body.json());
        Arrays.fill(buffer, (byte) 0);
        return body;
    }
}
