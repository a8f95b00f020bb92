package dev.nearcache.twin;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The wanted differences stand in docs/twin.md, each with its reason. */
class RulesTest {
    private static final Pattern ROW = Pattern.compile("^\\| `([A-Z_]+)` \\| .+ \\| .+ \\|$", Pattern.MULTILINE);

    @Test
    void eachRuleHasARowAndEachRowARule() throws IOException {
        // Given
        String page = Files.readString(Path.of("docs", "twin.md"));

        // When
        List<String> rows = ROW.matcher(page).results().map(row -> row.group(1)).toList();

        // Then
        assertEquals(Arrays.stream(Rule.values()).map(Rule::name).toList(), rows);
    }
}
