package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of kubernetes-api.md 4.1. */
class LabelSelectorTest {
    private static final String UNABLE = "unable to parse requirement: ";

    @ParameterizedTest(name = "{0} on {1}: {2}")
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            emptyValue = "",
            value = {
                "''             | a=1   | true",
                "'  '           | a=1   | true",
                "x=a            | x=a   | true",
                "x==a           | x=a   | true",
                "x=a            | x=b   | false",
                "x=a            | none  | false",
                "x!=a           | x=b   | true",
                "x!=a           | none  | true",
                "x!=a           | x=a   | false",
                "x notin (a,b)  | none  | true",
                "x notin (a,b)  | x=b   | false",
                "x in (a,b)     | x=b   | true",
                "x in (a,b)     | none  | false",
                "x              | x=a   | true",
                "x              | none  | false",
                "!x             | none  | true",
                "! x            | x=a   | false",
                "x>5            | x=6   | true",
                "x>5            | x=5   | false",
                "x<5            | x=4   | true",
                "x<5            | x=no  | false",
                "x<5            | none  | false",
                "x=             | x=    | true",
                "x=             | none  | false",
                "x in ()        | x=    | true",
                "x in (a,,)     | x=    | true",
                "x in (, a)     | x=a   | true",
                "x notin (, a)  | x=    | false",
                "notin=in       | notin=in | true",
                "a in (in,notin)| a=notin  | true",
                "x=a,x=b        | x=a   | false",
                "x,!y           | x=a   | true",
            })
    void selects(String selector, String label, boolean expected) {
        Map<String, String> labels = new HashMap<>();
        if (label != null) {
            int equals = label.indexOf('=');
            labels.put(label.substring(0, equals), label.substring(equals + 1));
        }
        assertEquals(expected, LabelSelector.parse(selector).matches(labels));
    }

    /** Only four characters are blank to Go's lexer; whatever else looks so must not select everything. */
    @ParameterizedTest
    @ValueSource(ints = {0x2003, 0x3000, 0x2028, 0x2029, 0x1680, 0x0b, 0x0c, 0x1c, 0x1d, 0xa0, 0x85})
    void otherBlanksSelectNothing(int blank) {
        assertThrows(IllegalArgumentException.class, () -> LabelSelector.parse(Character.toString(blank)));
        assertThrows(IllegalArgumentException.class, () -> LabelSelector.parse(" " + Character.toString(blank) + " "));
    }

    @Test
    void blanksAloneSelectEverything() {
        assertEquals(LabelSelector.EVERYTHING, LabelSelector.parse(" \t\r\n"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                ",            | found ',', expected: !, identifier, or 'end of string'",
                ",x,y         | found ',', expected: !, identifier, or 'end of string'",
                "x,           | found '', expected: identifier after ','",
                "a in (xyz),  | found '', expected: identifier after ','",
                "x,,y         | found ',', expected: identifier after ','",
                "x==a==b      | found '==', expected: ',' or 'end of string'",
                "!x=a         | found '=', expected: ',' or 'end of string'",
            })
    void saysWhatIsWrongWithTheList(String selector, String message) {
        assertEquals(message, failure(selector));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "!            | found '', expected: identifier",
                "x nott in (y)| found 'nott', expected: in, notin, =, ==, !=, gt, lt",
                "a (          | found '(', expected: in, notin, =, ==, !=, gt, lt",
                "x!           | found '!', expected: in, notin, =, ==, !=, gt, lt",
                "x exists     | found 'exists', expected: in, notin, =, ==, !=, gt, lt",
                "a in (xyz abc)| found 'abc', expected: ',' or ')'",
                "x in (a      | found '', expected: ',' or ')'",
                "a notin(     | found '', expected: ',', ')' or identifier",
                "x in a       | found 'a' expected: '('",
                "x=(a)        | found '(', expected: identifier",
                "x=!y         | found '!', expected: identifier",
                "x=<b>        | found '<', expected: identifier",
                "/x           | <nil>: Invalid value: \"/x\": prefix part must be non-empty",
                "x>a          | values[0]: Invalid value: \"a\": for 'Gt', 'Lt' operators, the value must be an integer",
            })
    void saysWhatIsWrongWithARequirement(String selector, String message) {
        assertEquals(UNABLE + message, failure(selector));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "x=-a | values[0][x]: Invalid value: \"-a\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
                "a/   | <nil>: Invalid value: \"a/\": name part must be non-empty; name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
                "a/b/c| <nil>: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
            })
    void saysWhatKeysAndValuesMayBe(String selector, String message) {
        assertEquals(UNABLE + message, failure(selector));
    }

    private static @Nullable String failure(String selector) {
        return assertThrows(IllegalArgumentException.class, () -> LabelSelector.parse(selector))
                .getMessage();
    }
}
