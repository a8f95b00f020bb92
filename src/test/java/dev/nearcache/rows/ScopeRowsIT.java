package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.rows.Side.Answer;
import dev.nearcache.rows.Side.Pod;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Namespaces and field selectors: the matrix of kubernetes-api.md 7.3. Each row has namespaces of its own. */
class ScopeRowsIT {
    private static final String ROWS = """
            7.3 #12 | all | ''                                                                        | foo1@ns1 foo2@ns2                                                                    | foo1@ns1 foo2@ns2
            7.3 #13 | all | metadata.namespace=ns1                                                    | foo1@ns1 foo1@ns2                                                                    | foo1@ns1
            7.3 #14 | all | spec.nodeName=bar1                                                        | foo1@ns1:bar1 foo2@ns2:bar2                                                          | foo1@ns1
            7.3 #15 | all | spec.nodeName!=bar1                                                       | foo1@ns1:bar1 foo2@ns2:bar2                                                          | foo2@ns2
            7.3 #16 | ns1 | ''                                                                        | foo1@ns1 foo1@ns2 foo2@ns1                                                           | foo1@ns1 foo2@ns1
            7.3 #17 | ns1 | metadata.namespace=ns1                                                    | foo1@ns1 foo1@ns2                                                                    | foo1@ns1
            7.3 #18 | ns1 | metadata.namespace=ns2                                                    | foo1@ns1 foo1@ns2 foo2@ns1                                                           | ''
            7.3 #19 | ns1 | spec.nodeName=bar2                                                        | foo1@ns1:bar1 foo1@ns2:bar2 foo2@ns1:bar2                                            | foo2@ns1
            7.3 #20 | ns2 | spec.nodeName!=bar1                                                       | foo1@ns1 foo1@ns2 foo3@ns2:bar1 foo2@ns2:bar2                                        | foo1@ns2 foo2@ns2
            7.3 #21 | all | metadata.name=foo1                                                        | foo1@ns1 foo1@ns2 foo2@ns1                                                           | foo1@ns1 foo1@ns2
            7.3 #22 | all | metadata.name=foo1,metadata.namespace=ns1                                 | foo1@ns1 foo2@ns1 foo1@ns2                                                           | foo1@ns1
            7.3 #23 | all | metadata.name=foo1,spec.nodeName=bar1                                     | foo1@ns1:bar1                                                                        | foo1@ns1
            7.3 #24 | all | spec.nodeName!=bar1,metadata.name=foo1                                    | foo1@ns1 foo2@ns1 foo1@ns2:bar1 foo2@ns2:bar1 foo1@ns3:bar2 foo2@ns3:bar2            | foo1@ns1 foo1@ns3
            7.3 #25 | ns1 | metadata.name=foo1                                                        | foo1@ns1 foo2@ns1 foo1@ns2 foo2@ns2                                                  | foo1@ns1
            7.3 #26 | ns1 | metadata.name=foo1,metadata.namespace=ns1                                 | foo1@ns1 foo2@ns1 foo1@ns2 foo2@ns2                                                  | foo1@ns1
            7.3 #27 | ns2 | metadata.name=foo2,metadata.namespace=ns2,spec.nodeName=bar1              | foo1@ns1 foo2@ns1:bar1 foo1@ns2:bar1 foo2@ns2:bar1                                   | foo2@ns2
            7.3 #28 | ns2 | spec.nodeName!=bar2,metadata.name=foo1,metadata.namespace=ns2             | foo1@ns1 foo1@ns2:bar1 foo2@ns2:bar2                                                 | foo1@ns2
            """;

    @RegisterExtension
    static final BothSides<Side> SIDES = BothSides.empty();

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(delimiter = '|', textBlock = ROWS)
    void theFacadeLists(String row, String scope, String fields, String pods, String expected) {
        check(SIDES.facade(), row, scope, fields, pods, expected);
    }

    @Tag("testbed")
    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(delimiter = '|', textBlock = ROWS)
    void theApiServerLists(String row, String scope, String fields, String pods, String expected) {
        check(SIDES.real(), row, scope, fields, pods, expected);
    }

    private static void check(Side side, String row, String scope, String fields, String pods, String expected) {
        // Given
        String own = "r" + row.substring(row.indexOf('#') + 1) + "-";
        for (String pod : pods.split(" ", -1)) {
            String[] parts = pod.split("[@:]", -1);
            side.write(Pod.of(own + parts[1], parts[0]).on(parts.length > 2 ? parts[2] : ""));
        }

        // When
        String selector = fields.replaceAll("(metadata.namespace!?=)", "$1" + own);
        String collection = scope.equals("all") ? "/api/v1/pods" : "/api/v1/namespaces/" + own + scope + "/pods";
        Answer answer = side.get(collection + "?fieldSelector=" + URLEncoder.encode(selector, StandardCharsets.UTF_8));

        // Then
        List<String> found = new ArrayList<>();
        for (JsonNode item : answer.json().path("items")) {
            JsonNode metadata = item.path("metadata");
            String namespace = metadata.path("namespace").asText();
            if (namespace.startsWith(own)) {
                found.add(metadata.path("name").asText() + "@" + namespace.substring(own.length()));
            }
        }
        assertEquals(expected, String.join(" ", found));
    }
}
