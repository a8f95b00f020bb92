package dev.nearcache.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Selectors as kubernetes-api.md section 4 has them. */
class SelectionTest {
    private static final byte[] BODY =
            "{\"metadata\":{\"name\":\"p\",\"labels\":{\"a\":\"1\",\"x.io/b\":\"\"}},\"spec\":{\"n\":5}}"
                    .getBytes(StandardCharsets.UTF_8);
    private static final SimObject OBJECT = new SimObject(SimType.standard().get(0), "team", "p", "u", 1, () -> BODY);

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', textBlock = """
            ''                 | true
            a                  | true
            !a                 | false
            c                  | false
            !c                 | true
            ! c                | true
            a=1                | true
            a==1               | true
            a = 1              | true
            a=2                | false
            a!=1               | false
            c!=1               | true
            x.io/b=            | true
            a in (1, 2)        | true
            a in (2,3)         | false
            a notin (2,3)      | true
            c notin (1)        | true
            a in (1),!c,x.io/b | true
            a in (1),c         | false
            """)
    void matchesLabels(String selector, boolean matches) {
        assertEquals(matches, Selection.of("", selector, "").matches(OBJECT));
    }

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', textBlock = """
            metadata.name=p            | true
            metadata.name==p,spec.n=5  | true
            metadata.name!=p           | false
            spec.gone=                 | true
            spec.gone!=                | false
            spec.n!=4,,                | true
            """)
    void matchesFields(String selector, boolean matches) {
        assertEquals(matches, Selection.of("team", "", selector).matches(OBJECT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a in 1", "=1", "a=b=c", ",", "a=(1)"})
    void refusesWhatIsNoLabelSelector(String selector) {
        assertEquals(
                400,
                assertThrows(ApiFailure.class, () -> Selection.of("", selector, ""))
                        .status()
                        .code());
    }
}
