package dev.nearcache.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectCodec;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of reflector.md 5.7 on indexes. A step {@code two=bert,oscar} stores, {@code -two} deletes. */
class ContentsTest {
    private static final Contents EMPTY = Contents.empty(List.of("byUser"));

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            TS-01 an empty value vanishes   | a=a -a                                               | {}
            TS-02 a value that is left stays | retain=t delete=t -delete                           | {t=[retain]}
            TS-03 several values            | 1=foo 2=bar                                          | {bar=[2], foo=[1]}
            TS-03                           | 1=foo 2=bar 2=foo,bar                                | {bar=[2], foo=[1, 2]}
            TS-03                           | 1=foo 2=foo,bar 1=foo,bar 3=foo,bar,baz              | {bar=[1, 2, 3], baz=[3], foo=[1, 2, 3]}
            TS-03                           | 1=foo,bar 2=foo,bar 3=foo,bar,baz 1=foo 2=bar        | {bar=[2, 3], baz=[3], foo=[1, 3]}
            TS-03                           | 1=foo 2=bar 3=foo,bar,baz -1 -3                      | {bar=[2]}
            IX-01 values                    | one=bar two=bar tre=biz                              | {bar=[one, two], biz=[tre]}
            IX-02 several keys              | one=ernie,bert two=bert,oscar tre=ernie,elmo         | {bert=[one, two], elmo=[tre], ernie=[one, tre], oscar=[two]}
            IX-03 delete                    | one=ernie,bert two=bert,oscar tre=ernie,elmo -tre    | {bert=[one, two], ernie=[one], oscar=[two]}
            IX-04 update                    | one=ernie,bert two=bert,oscar two=oscar              | {bert=[one], ernie=[one], oscar=[two]}
            XP-18 a value twice, and none   | 1=foo,foo 2=                                         | {foo=[1]}
            XP-18 no more values            | 1=foo 1=                                             | {}
            """)
    void indexesFollowTheObjects(String row, String steps, String expected) {
        // When
        Contents contents = EMPTY;
        for (String step : steps.split(" ", -1)) {
            contents = step.startsWith("-")
                    ? contents.without(ObjectKey.cluster(step.substring(1)))
                    : contents.with(object(step));
        }
        // Then
        Map<String, List<String>> byValue = new TreeMap<>();
        for (Cursor<IndexKey, KubeObject> all = contents.index("byUser").first(); all.next(); ) {
            assertSame(contents.get(all.value().key()), all.value(), row);
            byValue.merge(all.key().value(), List.of(all.key().object().name()), ContentsTest::both);
        }
        assertEquals(expected, byValue.toString(), row);
    }

    @Test
    void aRangeOfAnIndexIsAValue() {
        // Given
        Contents contents = EMPTY.with(object("1=a")).with(object("2=ab")).with(object("3=a"));
        PersistentSortedMap<IndexKey, KubeObject> index = contents.index("byUser");
        // When, Then
        assertEquals(2, index.rank(IndexKey.afterLastOf("a")) - index.rank(IndexKey.firstOf("a")));
        assertEquals(1, index.rank(IndexKey.afterLastOf("ab")) - index.rank(IndexKey.firstOf("ab")));
        assertEquals(0, index.rank(IndexKey.afterLastOf("b")) - index.rank(IndexKey.firstOf("b")));
    }

    @Test
    void anUnknownIndexIsAnErrorThatNamesTheKnown() {
        String message = assertThrows(IllegalArgumentException.class, () -> EMPTY.index("byNode"))
                .getMessage();
        assertNotNull(message);
        assertTrue(message.contains("byNode") && message.contains("byUser"), message);
    }

    private static List<String> both(List<String> some, List<String> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static KubeObject object(String step) {
        int split = step.indexOf('=');
        String values = step.substring(split + 1);
        return new KubeObject(
                ObjectKey.cluster(step.substring(0, split)),
                ResourceVersion.of(1),
                "u",
                Map.of(),
                List.of(values.isEmpty() ? List.of() : Arrays.asList(values.split(",", -1))),
                ObjectCodec.none().encode(new byte[10], 0, 10));
    }
}
