package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.rows.Side.Answer;
import dev.nearcache.rows.Side.Pod;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Validation and defaulting of options (kubernetes-api.md 7.5, where the streaming list is on; where it is off the rows are
 * of another server). The defaulting shows in what is then forbidden, and in whether a watch begins with what there is.
 */
class OptionRowsIT {
    private static final String PODS = "/api/v1/namespaces/options/pods?timeoutSeconds=1&";
    private static final String INVALID = "ListOptions.meta.k8s.io \"\" is invalid: ";
    private static final String ROWS = """
            7.5 #1  | ``                                                                                    | none
            7.5 #2  | resourceVersion={n}&resourceVersionMatch=Exact                                        | none
            7.5 #3  | resourceVersion=0&resourceVersionMatch=Exact                                          | resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"
            7.5 #4  | resourceVersion=0&resourceVersionMatch=NotOlderThan                                   | none
            7.5 #5  | resourceVersion=0&resourceVersionMatch=foo                                            | resourceVersionMatch: Unsupported value: "foo": supported values: "Exact", "NotOlderThan", ""
            7.5 #6  | sendInitialEvents=true                                                                | sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list
            7.5 #7  | watch=1                                                                               | none
            7.5 #8  | watch=1&resourceVersionMatch=NotOlderThan&sendInitialEvents=true                      | none
            7.5 #8  | watch=1&resourceVersionMatch=NotOlderThan&sendInitialEvents=false&allowWatchBookmarks=true | none
            7.5 #9  | watch=1&resourceVersionMatch=NotOlderThan                                             | resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided
            7.5 #11 | watch=1&resourceVersionMatch=Exact&sendInitialEvents=true                             | [resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"]
            7.5 #11 | watch=1&resourceVersionMatch=incorrect&sendInitialEvents=true                         | [resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, resourceVersionMatch: Unsupported value: "incorrect": supported values: "NotOlderThan"]
            7.5 #13 | watch=1&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&continue=123         | resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided
            7.5 #14 | watch=1&continue=123                                                                  | resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided
            7.5 #14 | watch=1&resourceVersion=0&continue=123                                                | resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided
            7.5 #15 | watch=1&resourceVersion={n}&continue=123                                              | none
            7.5 #15 | watch=1&sendInitialEvents=true                                                        | resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan
            7.5 #15 | watch=1&sendInitialEvents=false                                                       | resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan
            7.5 #15 | continue=123                                                                          | !invalid continue token: continue key is not valid: invalid character '×' looking for beginning of value
            """;

    @RegisterExtension
    static final BothSides<Seeded> SIDES = BothSides.given(Seeded::on);

    /** A side, and the version of the pod that it holds. */
    private record Seeded(Side side, long version) {
        static Seeded on(Side side) {
            return new Seeded(side, side.write(Pod.of("options", "one")));
        }
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = ROWS, quoteCharacter = '`')
    void theFacadeJudges(String row, String query, String errors) {
        check(SIDES.facade(), query, errors);
    }

    @Tag("testbed")
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', textBlock = ROWS, quoteCharacter = '`')
    void theApiServerJudges(String row, String query, String errors) {
        check(SIDES.real(), query, errors);
    }

    private static void check(Seeded seeded, String query, String errors) {
        // When
        Answer answer = seeded.side().get(PODS + query.replace("{n}", Long.toString(seeded.version())));

        // Then
        if (errors.equals("none")) {
            assertEquals(200, answer.status(), answer::body);
        } else if (errors.startsWith("!")) {
            assertEquals(400, answer.status());
            assertEquals(errors.substring(1), answer.message());
        } else {
            JsonNode details = answer.json().path("details");
            assertEquals(422, answer.status(), answer::body);
            assertEquals(INVALID + errors, answer.message());
            assertEquals(errors.startsWith("[") ? 2 : 1, details.path("causes").size());
        }
    }
}
