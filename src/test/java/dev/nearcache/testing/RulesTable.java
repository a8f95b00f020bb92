package dev.nearcache.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The table of a page that lists wanted differences: a rule's name, what it is about, and why. */
public final class RulesTable {
    private static final Pattern ROW = Pattern.compile("^\\| `([A-Z0-9_]+)` \\| .+ \\| .+ \\|$", Pattern.MULTILINE);

    private RulesTable() {}

    /** The names, in the order of the page; a row without a reason is none. */
    public static List<String> names(Path page) throws IOException {
        return ROW.matcher(Files.readString(page))
                .results()
                .map(row -> row.group(1))
                .toList();
    }
}
