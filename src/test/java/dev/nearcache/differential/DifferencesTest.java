package dev.nearcache.differential;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferencesTest {
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":{"b":1,"c":2}}              | {"c":3,"a":{"c":2,"b":1}}        | /c
            {"a":{"b":1}}                    | {"a":{"b":2}}                    | /a/b
            {"a":1}                          | {"a":"1"}                        | /a
            {"a":1.0}                        | {"a":1}                          | /a
            {"a":null}                       | {}                               | /a
            [1,2]                            | [1,3]                            | /1
            [1,2]                            | [1]                              | ``
            [{"name":"a"},{"name":"b"}]      | [{"name":"a"}]                   | /b
            [{"name":"a"},{"name":"b"},{"name":"c"}] | [{"name":"c"},{"name":"a"}] | /b /order
            """)
    void eachIsAsDeepAsBothGo(String theirs, String ours, String paths) {
        assertEquals(
                paths,
                String.join(
                        " ",
                        Differences.between(View.parsed(theirs), View.parsed(ours)).stream()
                                .map(Difference::path)
                                .toList()));
    }

    @Test
    void agesAreNearWhenAllElseIsTheSame() {
        assertTrue(Ages.near("7 (119s ago)", "7 (2m1s ago)"));
        assertTrue(Ages.near("3m4s", "3m5s"));
        assertFalse(Ages.near("7 (119s ago)", "8 (119s ago)"));
        assertFalse(Ages.near("3m4s", "3m14s"));
        assertFalse(Ages.near("Running", "Pending"));
    }

    @Test
    void whatNoRuleCoversIsLeft() {
        // Given
        String answer = "{\"status\":200,\"headers\":{%s},\"body\":{\"data\":{\"a\":\"%s\"},\"metadata\":{%s}}}";
        Exchange exchange = new Exchange(
                Question.get("/api/v1/namespaces/a/configmaps/c1"),
                View.parsed(answer.formatted("\"audit-id\":\"x\"", "1", "\"managedFields\":[]")),
                View.parsed(answer.formatted("\"age\":\"0\"", "2", "")),
                0);

        // When
        Exchange.Verdict verdict = exchange.judge();

        // Then
        assertEquals(
                List.of(Rule.AUDIT_AND_QUEUE_HEADERS, Rule.OWN_HEADERS, Rule.MANAGED_FIELDS),
                List.copyOf(verdict.used()));
        assertEquals(
                List.of("/body/data/a"),
                verdict.left().stream().map(Difference::path).toList());
    }
}
