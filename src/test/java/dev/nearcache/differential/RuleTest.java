package dev.nearcache.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.differential.Exchange.Verdict;
import dev.nearcache.testing.RulesTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The wanted differences stand in docs/differential.md, each with its reason. */
class RuleTest {
    @Test
    void eachRuleHasARowAndEachRowARule() throws IOException {
        assertEquals(
                Arrays.stream(Rule.values()).map(Rule::name).toList(),
                RulesTable.names(Path.of("docs", "differential.md")));
    }

    /** Columns: the target, status and headers there, those here, and the rules that cover all that differs. */
    @ParameterizedTest(name = "{0}: {1} {2}, {3} {4}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /api/v1/endpoints                 | 200 | {"warning":"299 - \\"v1 Endpoints is deprecated in v1.33+; x\\""} | 200 | {} | WARNINGS
            /api/v1/endpoints                 | 200 | {} | 200 | {"warning":"299 - \\"no index for this field selector: x\\""} | ``
            /api/v1/pods?fieldSelector=a%3Db  | 200 | {} | 200 | {"warning":"299 - \\"no index for this field selector: x\\""} | WARNINGS
            /api/v1/pods?fieldSelector=a%3Db  | 200 | {} | 200 | {"warning":"299 - \\"the API server last confirmed this 9s ago\\""} | ``
            /api/v1/pods                      | 200 | {"warning":"299 - \\"other\\""} | 200 | {} | ``
            """)
    void aWarningIsOneOfTheTwoThatMayDiffer(
            String target, int theirStatus, String theirs, int ourStatus, String ours, String rules) {
        String answer = "{\"status\":%d,\"headers\":%s}";
        assertEquals(rules, needed(target, answer.formatted(theirStatus, theirs), answer.formatted(ourStatus, ours)));
    }

    /** The same with bodies. */
    @ParameterizedTest(name = "{0}: {1} {2}, {3} {4}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            /livez?verbose   | 200 | "[+]ping ok\\nlivez check passed\\n" | 200 | "[+]pods ok: live\\nlivez check passed\\n" | PROBES_OF_THE_SIDECAR
            /livez?verbose   | 200 | "[+]ping ok\\nlivez check passed\\n" | 200 | "[-]pods failed\\nlivez check passed\\n"   | ``
            /livez           | 200 | "ok"      | 200 | "fine"                     | ``
            /readyz          | 200 | "ok"      | 404 | "404 page not found\\n" | ``
            /livez/ping      | 200 | "ok"      | 404 | "404 page not found\\n" | PROBES_OF_THE_SIDECAR
            /metrics         | 200 | "# HELP"  | 404 | "404 page not found\\n" | PROBES_OF_THE_SIDECAR
            /metrics         | 200 | "# HELP"  | 500 | "broken"                  | ``
            /apis/example.com/v1/namespaces/a/widget/w | 404 | "404 page not found\\n" | 404 | {"message":"the server could not find the requested resource"} | NOT_FOUND_EITHER_WAY
            /apis/example.com/v1/namespaces/a/widgets/w | 404 | "404 page not found\\n" | 404 | {"message":"the server could not find the requested resource"} | ``
            /apis/exampl%2Fe.com/v1/widgets | 404 | "404 page not found\\n" | 404 | {"message":"the server could not find the requested resource"} | NOT_FOUND_EITHER_WAY
            /apis/apps/v1/deployments | 404 | "404 page not found\\n" | 404 | {"message":"the server could not find the requested resource"} | ``
            /apis/example.com/v1/widgets/w/x | 404 | {"message":"widgets \\"w\\" not found"} | 404 | {"message":"the server could not find the requested resource"} | NOT_FOUND_EITHER_WAY
            /api/v1/namespaces/a/pods/p | 404 | {"message":"pods \\"p\\" not found"} | 404 | {"message":"the server could not find the requested resource"} | ``
            /api/v1/namespaces/a/pods/p | 200 | {"message":""} | 404 | {"message":"the server could not find the requested resource"} | ``
            """)
    void anAnswerThatOnlyLooksLikeAWantedOneIsFound(
            String target, int theirStatus, String theirs, int ourStatus, String ours, String rules) {
        String answer = "{\"status\":%d,\"headers\":{},\"body\":%s}";
        assertEquals(rules, needed(target, answer.formatted(theirStatus, theirs), answer.formatted(ourStatus, ours)));
    }

    /** The rules that cover all differences; none if some are left. */
    private static String needed(String target, String theirs, String ours) {
        Verdict verdict = new Exchange(Question.get(target), View.parsed(theirs), View.parsed(ours), 0).judge();
        return verdict.left().isEmpty()
                ? verdict.used().stream().map(Rule::name).collect(Collectors.joining(" "))
                : "";
    }
}
