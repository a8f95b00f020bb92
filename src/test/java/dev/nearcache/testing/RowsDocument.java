package dev.nearcache.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A page of {@code docs} whose tables say of each row, in their third column, which tests hold it. */
public final class RowsDocument {
    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]{2}-|7\\.[0-9]+ #)([0-9.,*]+) \\|[^|]*\\|(.*)\\|");
    private static final Pattern TEST = Pattern.compile("\\b([A-Z]\\w*(?:Test|IT))\\.([a-z]\\w*)");

    private RowsDocument() {}

    /**
     * One row.
     *
     * @param label the first column: {@code RF-01}, {@code RF-36..39}, {@code RF-50,51} or {@code 7.2 #1..9}
     * @param ids what the label stands for, each on its own
     * @param held the third column
     */
    public record Row(String label, List<String> ids, String held) {
        /** The tests that the third column names, as {@code Class.method}. */
        public List<NamedTest> tests() {
            return TEST.matcher(held)
                    .results()
                    .map(found -> new NamedTest(found.group(1), found.group(2)))
                    .toList();
        }

        /** False if the row says why it does not apply here. */
        public boolean applies() {
            return !held.startsWith("n/a: ");
        }
    }

    /** A test as a row names it. */
    public record NamedTest(String type, String method) {
        @Override
        public String toString() {
            return type + "." + method;
        }
    }

    /** All rows of a page. */
    public static List<Row> rows(Path page) {
        try (Stream<String> lines = Files.lines(page)) {
            return lines.map(ROW::matcher)
                    .filter(Matcher::matches)
                    .map(RowsDocument::row)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Row row(Matcher columns) {
        List<String> ids = new ArrayList<>();
        for (String part : columns.group(2).split(",", -1)) {
            String[] ends = part.split("\\.\\.", -1);
            if (ends[0].equals("*")) {
                ids.add(columns.group(1) + "*");
            } else {
                IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                        .forEach(number -> ids.add(id(columns.group(1), number)));
            }
        }
        return new Row(
                columns.group(1) + columns.group(2), ids, columns.group(3).strip());
    }

    private static String id(String section, int number) {
        return section.endsWith("#") ? section + number : "%s%02d".formatted(section, number);
    }
}
