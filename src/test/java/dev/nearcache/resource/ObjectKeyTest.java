package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectKeyTest {
    @ParameterizedTest(name = "2.1 | {0}/{1} < {2}/{3}")
    @CsvSource({"a-b,x,a,x", "a,x,a0,x", "a,x,a,y", "a,x,a,xy", "'',a,'',b"})
    void ordersAsTheApiServerLists(String namespace, String name, String nextNamespace, String nextName) {
        // Given
        ObjectKey key = new ObjectKey(namespace, name);
        ObjectKey next = new ObjectKey(nextNamespace, nextName);

        // Then
        assertTrue(key.compareTo(next) < 0);
        assertTrue(next.compareTo(key) > 0);
    }

    @Test
    void ordersAsTheUtf8BytesOfItsText() {
        // Given
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            ObjectKey one = new ObjectKey(text(random), "n" + text(random));
            ObjectKey two = new ObjectKey(random.nextBoolean() ? one.namespace() : text(random), "n" + text(random));

            // When
            int order = Integer.signum(one.compareTo(two));

            // Then
            assertEquals(
                    Integer.signum(Arrays.compareUnsigned(utf8(one), utf8(two))),
                    order,
                    "seed " + seed + ": " + one + " and " + two);
        }
    }

    private static byte[] utf8(ObjectKey key) {
        return key.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Random random) {
        int[] alphabet = {'a', 'b', '-', '.', '0', 0xe9, 0xfffd, 0x1f600};
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(4); length > 0; length--) {
            text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
        }
        return text.toString();
    }
}
