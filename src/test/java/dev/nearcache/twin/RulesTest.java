package dev.nearcache.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.testing.RulesTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The wanted differences stand in docs/twin.md, each with its reason. */
class RulesTest {
    @Test
    void eachRuleHasARowAndEachRowARule() throws IOException {
        assertEquals(
                Arrays.stream(Rule.values()).map(Rule::name).toList(), RulesTable.names(Path.of("docs", "twin.md")));
    }
}
