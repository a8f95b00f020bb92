package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Selectors as Go's {@code labels} package writes them. */
class SelectorsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            none at all | null | <none>
            empty | {} | <none>
            nothing in it | {"matchLabels":{},"matchExpressions":null} | <none>
            sorted by key | {"matchLabels":{"b":"2","a":"1"}} | a=1,b=2
            an empty value | {"matchLabels":{"a":""}} | a=
            all operators | {"matchExpressions":[{"key":"d","operator":"DoesNotExist"},{"key":"c","operator":"Exists"},{"key":"b","operator":"NotIn","values":["y","x"]},{"key":"a","operator":"In","values":["1"]}]} | a in (1),b notin (x,y),c,!d
            one key twice, labels first | {"matchLabels":{"a":"1"},"matchExpressions":[{"key":"a","operator":"Exists"}]} | a=1,a
            a value twice | {"matchExpressions":[{"key":"a","operator":"In","values":["x","x"]}]} | a in (x,x)
            a prefix | {"matchLabels":{"example.com/a":"1"}} | example.com/a=1
            a bad key | {"matchLabels":{"-a":"1"}} | <error>
            a bad value | {"matchLabels":{"a":"b c"}} | <error>
            a bad value in a set | {"matchExpressions":[{"key":"a","operator":"In","values":["x","y z"]}]} | <error>
            In of nothing | {"matchExpressions":[{"key":"a","operator":"In"}]} | <error>
            NotIn of nothing | {"matchExpressions":[{"key":"a","operator":"NotIn","values":[]}]} | <error>
            Exists of something | {"matchExpressions":[{"key":"a","operator":"Exists","values":["x"]}]} | <error>
            DoesNotExist of something | {"matchExpressions":[{"key":"a","operator":"DoesNotExist","values":["x"]}]} | <error>
            an unknown operator | {"matchExpressions":[{"key":"a","operator":"Gt","values":["1"]}]} | <error>
            """)
    void aSelectorIsOneText(String row, String selector, String text) throws Exception {
        assertEquals(text, Selectors.orNone(JSON.readTree(selector)));
    }

    @Test
    void labelsAreSortedAsPairs() throws Exception {
        assertEquals("a-b=2,a=1,c=", Selectors.labels(JSON.readTree("{\"c\":\"\",\"a\":\"1\",\"a-b\":\"2\"}")));
        assertEquals("<none>", Selectors.labels(JSON.readTree("{}")));
    }

    @Test
    void aSelectorOfNothingIsAnEmptyText() throws Exception {
        assertEquals(Optional.of(""), Selectors.text(JSON.readTree("{}")));
    }
}
