package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.sun.management.ThreadMXBean;
import dev.nearcache.resource.Compression.UnavailableException;
import dev.nearcache.testing.RealisticPods;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Objects that come again as they are held. */
class UnchangedObjectsTest {
    private static final int PODS = 500;

    /**
     * Of a pod of six thousand. The smallest that could be made of one takes as much: what is below is the parser's own, and
     * what code does without once it is compiled, which is not the test's to say.
     */
    private static final long BYTES_AN_OBJECT = 480;

    private final Map<ObjectKey, KubeObject> held = new TreeMap<>();
    private final ObjectLayout layout = new ObjectLayout(
            List.of(FieldPath.parse("metadata.managedFields")),
            List.of(),
            Map.of("byNode", FieldPath.parse("spec.nodeName")),
            ObjectLayout.ValuePolicy.PLAIN);

    @Test
    void areRecognisedBeforeAnythingIsAllocatedForThem() throws IOException, UnavailableException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assumeTrue(threads.isThreadAllocatedMemorySupported());
        try (Compression compression = Compression.open()) {
            // Given: most of them compressed by a trained dictionary
            Elsewhere elsewhere = new Elsewhere();
            ObjectCodec codec = compression.codec(elsewhere, () -> {});
            byte[] list = list();
            for (KubeObject pod : decoded(new ObjectDecoder(layout, codec, HeldObjects.NONE, new byte[0]), list)) {
                held.put(pod.key(), pod);
                elsewhere.work();
            }
            List<KubeObject> sorted = new ArrayList<>(held.values());
            HeldObjects holder = new HeldObjects() {
                @Override
                public KubeObject get(ObjectKey key) {
                    throw new AssertionError("a key was made");
                }

                @Override
                public KubeObject find(KeyText text) {
                    return search(sorted, text);
                }
            };
            ObjectDecoder decoder = new ObjectDecoder(layout, codec, holder, new byte[0]);
            for (int warm = 0; warm < 3; warm++) {
                decoded(decoder, list);
            }
            // When
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            List<KubeObject> again = decoded(decoder, list);
            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            // Then
            assertEquals(PODS, again.size());
            again.forEach(pod -> assertSame(held.get(pod.key()), pod));
            long rest = allocated - parsed(threads, list);
            assertTrue(rest < PODS * BYTES_AN_OBJECT, () -> rest / PODS + " bytes an object");
        }
    }

    /** What the parser alone allocates. */
    private static long parsed(ThreadMXBean threads, byte[] list) throws IOException {
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        try (JsonParser parser = JsonReading.whole(list)) {
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.VALUE_STRING) {
                    parser.getTextCharacters();
                }
            }
        }
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    private static KubeObject search(List<KubeObject> sorted, KeyText text) {
        int low = 0;
        int high = sorted.size() - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (text.applyAsInt(sorted.get(middle).key()) <= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return sorted.get(low);
    }

    private static List<KubeObject> decoded(ObjectDecoder decoder, byte[] list) throws IOException {
        List<KubeObject> objects = new ArrayList<>(PODS);
        try (JsonParser parser = JsonReading.whole(list)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                while (!decoder.accept(parser)) {
                    parser.nextToken();
                }
                objects.add(decoder.object());
            }
        }
        return objects;
    }

    private static byte[] list() {
        Random random = new Random(7);
        List<String> pods = new ArrayList<>();
        for (int i = 0; i < PODS; i++) {
            pods.add(RealisticPods.json(random, "team-" + i % 9, "web-" + i, i + 1));
        }
        return ("[" + String.join(",", pods) + "]").getBytes(StandardCharsets.UTF_8);
    }
}
