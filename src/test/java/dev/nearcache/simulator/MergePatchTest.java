package dev.nearcache.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of RFC 7396, appendix A, whose target and patch are objects. */
class MergePatchTest {
    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(delimiter = '|', textBlock = """
            {"a":"b"}          | {"a":"c"}           | {"a":"c"}
            {"a":"b"}          | {"b":"c"}           | {"a":"b","b":"c"}
            {"a":"b"}          | {"a":null}          | {}
            {"a":"b","b":"c"}  | {"a":null}          | {"b":"c"}
            {"a":["b"]}        | {"a":"c"}           | {"a":"c"}
            {"a":"c"}          | {"a":["b"]}         | {"a":["b"]}
            {"a":{"b":"c"}}    | {"a":{"b":"d","c":null}} | {"a":{"b":"d"}}
            {"a":[{"b":"c"}]}  | {"a":[1]}           | {"a":[1]}
            {"e":null}         | {"a":1}             | {"e":null,"a":1}
            {}                 | {"a":{"bb":{"ccc":null}}} | {"a":{"bb":{}}}
            {"a":"x"}          | {"a":{"b":1}}       | {"a":{"b":1}}
            """)
    void merges(String target, String patch, String result) {
        assertEquals(result, MergePatch.apply(tree(target), tree(patch)).toString());
    }

    private static ObjectNode tree(String json) {
        return Json.request(json.getBytes(StandardCharsets.UTF_8));
    }
}
