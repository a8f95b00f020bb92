package dev.nearcache.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Makes one line of what the YAML parser says of a syntax error: what it was doing and what it met instead, each
 * followed by the place and, indented, a piece of the file.
 */
final class SyntaxProblem {
    /** The exception's own location may be a line off. */
    private static final Pattern PLACE = Pattern.compile("(?m)^ in .*, line (\\d{1,9}), column \\d+");

    private SyntaxProblem() {}

    static Problem of(String file, JsonProcessingException syntax) {
        String text = String.valueOf(syntax.getOriginalMessage());
        String reason = text.lines()
                .filter(line -> !line.isBlank() && !line.startsWith(" "))
                .collect(Collectors.joining(": "));
        return new Problem(file + ":" + line(text, syntax), "", "not YAML: " + reason);
    }

    /** The last place is that of the error itself. */
    private static int line(String text, JsonProcessingException syntax) {
        int line = syntax.getLocation() == null ? 1 : syntax.getLocation().getLineNr();
        for (Matcher place = PLACE.matcher(text); place.find(); ) {
            line = Integer.parseInt(place.group(1));
        }
        return line;
    }
}
