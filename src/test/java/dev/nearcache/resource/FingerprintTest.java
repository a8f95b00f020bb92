package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {
    private static final int RUNS = 20_000;

    /** One object of a set: what a fingerprint looks at. */
    private record Entry(String namespace, String name, long version) {
        /** From {@code namespace/name@version}. */
        static Entry of(String text) {
            int slash = text.indexOf('/');
            int at = text.indexOf('@');
            return new Entry(
                    text.substring(0, slash), text.substring(slash + 1, at), Long.parseLong(text.substring(at + 1)));
        }
    }

    private static Fingerprint of(Collection<Entry> entries) {
        Fingerprint fingerprint = Fingerprint.EMPTY;
        for (Entry entry : entries) {
            fingerprint = fingerprint.with(entry.namespace(), entry.name(), ResourceVersion.of(entry.version()));
        }
        return fingerprint;
    }

    private static Fingerprint of(String entries) {
        return of(Stream.of(entries.split(" ", -1)).map(Entry::of).toList());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "another version,                    ns/a@1,         ns/a@2",
        "another name,                       ns/a@1,         ns/b@1",
        "another namespace,                  one/a@1,        two/a@1",
        "no namespace,                       ns/a@1,         /a@1",
        "namespace and name exchanged,       a/b@1,          b/a@1",
        "a letter on the other side,         ab/c@1,         a/bc@1",
        "letters of a name exchanged,        ns/ab@1,        ns/ba@1",
        "versions of two exchanged,          ns/a@1 ns/b@2,  ns/a@2 ns/b@1",
        "names of two namespaces exchanged,  x/a@1 y/b@1,    x/b@1 y/a@1",
        "versions that sum to the same,      ns/a@1 ns/b@4,  ns/a@2 ns/b@3",
        "one missing,                        ns/a@1 ns/b@2,  ns/a@1",
        "one twice,                          ns/a@1,         ns/a@1 ns/a@1",
        "one twice instead of another,       ns/a@1 ns/b@1,  ns/a@1 ns/a@1",
        "versions beyond 32 bits,            ns/a@1,         ns/a@4294967297"
    })
    void tellsSetsApart(String difference, String one, String other) {
        assertNotEquals(of(one), of(other), difference);
    }

    @Test
    void countsItsObjects() {
        assertEquals(0, Fingerprint.EMPTY.count());
        assertEquals(3, of("ns/a@1 ns/b@1 ns/c@1").count());
    }

    /** Names, namespaces and versions lie close together, as in a cluster, so that sets differ by little. */
    @Test
    void equalsForEqualSetsInAnyOrderAndForNoOthers() {
        // Given
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Fingerprint, Set<Entry>> seen = new HashMap<>();
        for (int run = 0; run < RUNS; run++) {
            // When
            Set<Entry> entries = new HashSet<>();
            int size = random.nextInt(12);
            while (entries.size() < size) {
                entries.add(new Entry("ns" + random.nextInt(2), "p" + random.nextInt(3), random.nextInt(4)));
            }
            List<Entry> shuffled = new ArrayList<>(entries);
            Collections.shuffle(shuffled, random);

            // Then
            Fingerprint fingerprint = of(shuffled);
            assertEquals(of(entries), fingerprint, () -> "seed " + seed);
            Set<Entry> former = seen.putIfAbsent(fingerprint, entries);
            assertEquals(former == null ? entries : former, entries, () -> "seed " + seed);
        }
    }
}
