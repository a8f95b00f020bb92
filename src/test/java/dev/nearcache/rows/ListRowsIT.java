package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.rows.Side.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * LIST on seed S (kubernetes-api.md 7.1 and 7.2). Columns: row; request; items by the write that made them, or
 * {@code !code}, alternatives separated by {@code /}; version; token ({@code start@version}, {@code some} or {@code -});
 * remaining. A version with {@code >} is a least one. {@code *} after the row: only where history can be forgotten or
 * nobody else writes, so not on the real server.
 */
class ListRowsIT {
    private static final String ROWS = """
            7.2 #1 | all?resourceVersion=abc | !400 | | |
            7.2 #2 | all?resourceVersion=-1 | !400 | | |
            7.2 #3 | all?resourceVersion=1&limit=1&continue=Tok(first/bar^,D) | !400 | | |
            7.2 #4 | all?resourceVersion=9223372036854775807 | !504 | | |
            7.2 #5 | first | u | >cur | - | -
            7.2 #6 | first?resourceVersion=0 | -/u | >i0 | - | -
            7.2 #6 | first?resourceVersion=0&resourceVersionMatch=NotOlderThan | -/u | >i0 | - | -
            7.2 #7 | first?resourceVersion={c0}&resourceVersionMatch=Exact | c0 | c0 | - | -
            7.2 #8 | second?resourceVersion={c0}&resourceVersionMatch=Exact | - | c0 | - | -
            7.2 #9 | second?resourceVersion={c1}&resourceVersionMatch=Exact | c1 | c1 | - | -
            7.2 #10* | first?resourceVersion={i0}&resourceVersionMatch=Exact | !410 | | |
            7.2 #10* | all?resourceVersion={i0}&resourceVersionMatch=Exact | !410 | | |
            7.2 #11 | first?resourceVersion=0&resourceVersionMatch=Invalid | !422 | | |
            7.2 #11 | first?resourceVersion={i0}&resourceVersionMatch=Invalid | !422 | | |
            7.2 #12 | first?resourceVersion={i0}&resourceVersionMatch=NotOlderThan | -/u | >i0 | - | -
            7.2 #13 | first?resourceVersion={D} | u | >D | - | -
            7.2 #13 | first?resourceVersion={D}&resourceVersionMatch=NotOlderThan | u | >D | - | -
            7.2 #14 | first?resourceVersion={D}&resourceVersionMatch=Exact | u | D | - | -
            7.2 #15 | non-existing | - | >cur | - | -
            7.2 #16 | first?fieldSelector=metadata.name!%3Dbar | - | >cur | - | -
            7.2 #16 | first?fieldSelector=metadata.name!%3Dbar&resourceVersion={D}&resourceVersionMatch=NotOlderThan | - | >D | - | -
            7.2 #17 | second?limit=1 | c1 | >cur | bar^@list | 1
            7.2 #18 | second?limit=1&resourceVersion={D} | c1 | D | bar^@D | 1
            7.2 #18 | second?limit=1&resourceVersion={D}&resourceVersionMatch=Exact | c1 | D | bar^@D | 1
            7.2 #19 | second?limit=1&resourceVersion={D}&resourceVersionMatch=NotOlderThan | c1 | >D | some | 1
            7.2 #20 | second?limit=1&resourceVersion=0 | c1 c2 | >i0 | - | -
            7.2 #20 | second?limit=1&resourceVersion=0&resourceVersionMatch=NotOlderThan | c1 c2 | >i0 | - | -
            7.2 #21 | second?limit=1&resourceVersion={c0}&resourceVersionMatch=Exact | - | c0 | - | -
            7.2 #22 | second?limit=1&resourceVersion={c1}&resourceVersionMatch=Exact | c1 | c1 | - | -
            7.2 #23 | second?limit=1&continue=Tok(foo,D) | c2 | D | - | -
            7.2 #24 | second?limit=1&continue=Tok(foo,D)&resourceVersion=0 | c2 | D | - | -
            7.2 #25 | second | c1 c2 | >cur | - | -
            7.2 #25 | second?resourceVersion={D}&resourceVersionMatch=NotOlderThan | c1 c2 | >D | - | -
            7.2 #26 | all?fieldSelector=metadata.name%3Dbarfoo&limit=1 | c3 | >cur | some | -
            7.2 #26 | all?fieldSelector=metadata.name%3Dbarfoo&limit=1&resourceVersion={D}&resourceVersionMatch=NotOlderThan | c3 | >D | some | -
            7.2 #27 | all?fieldSelector=metadata.name%3Dbarfoo&limit=2 | c3 | >cur | - | -
            7.2 #27 | all?fieldSelector=metadata.name%3Dbarfoo&limit=2&resourceVersion={D}&resourceVersionMatch=NotOlderThan | c3 | >D | - | -
            7.2 #28 | all?fieldSelector=metadata.name%3Dbarfoo&limit=2&resourceVersion=0 | -/c3 | >i0 | - | -
            7.2 #29 | all?fieldSelector=metadata.name%3Dbar&limit=2 | u c1 | >cur | some | -
            7.2 #29 | all?fieldSelector=metadata.name%3Dbar&limit=2&resourceVersion={D}&resourceVersionMatch=NotOlderThan | u c1 | >D | some | -
            7.2 #30 | all?fieldSelector=metadata.name%3Dfoo&limit=2 | c2 c4 | >cur | - | -
            7.2 #30 | all?fieldSelector=metadata.name%3Dfoo&limit=2&resourceVersion={D}&resourceVersionMatch=NotOlderThan | c2 c4 | >D | - | -
            7.2 #31 | all?fieldSelector=metadata.name%3Dfoo&limit=2&continue=Tok(third/barfoo,D) | c4 | D | - | -
            7.2 #31 | all?fieldSelector=metadata.name%3Dfoo&limit=1&continue=Tok(third/barfoo,D) | c4 | D | - | -
            7.2 #32 | all?fieldSelector=metadata.name%3Dfoo&limit=5 | c2 c4 | >cur | - | -
            7.2 #33 | all?fieldSelector=metadata.name%3Dbarfoo&limit=5 | c3 | >cur | - | -
            7.2 #34 | all | u c1 c2 c3 c4 | >cur | - | -
            7.2 #34 | all?resourceVersion={D}&resourceVersionMatch=NotOlderThan | u c1 c2 c3 c4 | >D | - | -
            7.2 #35 | all?fieldSelector=spec.nodeName%3Dfake-node&limit=5&resourceVersion={D}&resourceVersionMatch=NotOlderThan | u | >D | - | -
            7.2 #36 | all?fieldSelector=metadata.name%3Dbaz&limit=5&resourceVersion={D}&resourceVersionMatch=NotOlderThan | - | >D | - | -
            7.2 #37 | empty | - | >cur | - | -
            7.2 #38 | empty?resourceVersion=0 | - | >i0 | - | -
            7.2 #39 | all?resourceVersion={c0}&resourceVersionMatch=Exact | c0 | c0 | - | -
            7.2 #39 | all?resourceVersion={c1}&resourceVersionMatch=Exact | c0 c1 | c1 | - | -
            7.2 #39 | all?resourceVersion={c2}&resourceVersionMatch=Exact | c0 c1 c2 | c2 | - | -
            7.2 #39 | all?resourceVersion={c3}&resourceVersionMatch=Exact | c0 c1 c2 c3 | c3 | - | -
            7.2 #39 | all?resourceVersion={c4}&resourceVersionMatch=Exact | c0 c1 c2 c3 c4 | c4 | - | -
            7.2 #39 | all?resourceVersion={c5}&resourceVersionMatch=Exact | c0 c1 c5 c2 c3 c4 | c5 | - | -
            7.2 #40 | all?resourceVersion={u}&resourceVersionMatch=Exact | u c1 c5 c2 c3 c4 | u | - | -
            7.2 #41 | all?resourceVersion={D}&resourceVersionMatch=Exact | u c1 c2 c3 c4 | D | - | -
            7.2 #42 | all?resourceVersion={D+1}&resourceVersionMatch=Exact | u c1 c2 c3 c4 | Dp1 | - | -
            7.2 #43* | all?resourceVersion={D+2}&resourceVersionMatch=Exact | !504 | | |
            7.2 #44 | all?limit=1&resourceVersion={c1}&resourceVersionMatch=Exact | c0 | c1 | first/bar^@c1 | 1
            7.2 #45 | all?limit=2&resourceVersion={c2}&resourceVersionMatch=Exact | c0 c1 | c2 | second/bar^@c2 | 1
            7.2 #46 | all?limit=4&resourceVersion={c3}&resourceVersionMatch=Exact | c0 c1 c2 c3 | c3 | - | -
            7.2 #47 | all?limit=1&resourceVersion={c4}&resourceVersionMatch=Exact | c0 | c4 | first/bar^@c4 | 4
            7.2 #48 | all?limit=2&resourceVersion={c5}&resourceVersionMatch=Exact | c0 c1 | c5 | second/bar^@c5 | 4
            7.2 #49 | all?limit=4&resourceVersion={u}&resourceVersionMatch=Exact | u c1 c5 c2 | u | second/foo^@u | 2
            7.2 #50 | all?limit=8&resourceVersion={D}&resourceVersionMatch=Exact | u c1 c2 c3 c4 | D | - | -
            7.2 #51 | all?limit=1&resourceVersion={D+1}&resourceVersionMatch=Exact | u | Dp1 | first/bar^@Dp1 | 4
            7.2 #52* | all?limit=1&continue=Tok(first/bar^,i0) | !410 | | |
            7.2 #53 | all?limit=1&continue=Tok(first/bar^,c0) | - | c0 | - | -
            7.2 #54 | all?limit=1&continue=Tok(first/bar^,c1) | c1 | c1 | - | -
            7.2 #55 | all?limit=2&continue=Tok(second/bar^,c2) | c2 | c2 | - | -
            7.2 #56 | all?limit=1&continue=Tok(first/bar^,c4) | c1 | c4 | second/bar^@c4 | 3
            7.2 #57 | all?limit=2&continue=Tok(second/bar^,c5) | c5 c2 | c5 | second/foo^@c5 | 2
            7.2 #58 | all?limit=4&continue=Tok(second/foo^,u) | c3 c4 | u | - | -
            7.2 #59 | all?limit=1&continue=Tok(first/bar^,Dp1) | c1 | Dp1 | second/bar^@Dp1 | 3
            7.2 #60 | all?continue=Tok(first/bar^,-1) | c1 c2 c3 c4 | >cur | - | -
            7.2 #61 | all?limit=2&continue=Tok(first/bar^,-1) | c1 c2 | >cur | second/foo^@list | 2
            7.2 #62 | all?continue=Tok(second/foo^,-1) | c3 c4 | >cur | - | -
            7.2 #63 | all?continue=Tok(,D) | !400 | | |
            7.2 #64 | all?continue=Tok(first/bar^,0) | !400 | | |
            """;

    @RegisterExtension
    static final BothSides<ListSeed> SIDES = BothSides.given(ListSeed::on);

    /** One row; the text of a column may be empty. */
    record Row(String name, String request, String items, String version, String token, String remaining) {
        boolean everywhere() {
            return !name.endsWith("*");
        }

        @Override
        public String toString() {
            return name + " " + request;
        }
    }

    private static Stream<Row> rows() {
        return ROWS.lines().map(line -> {
            List<String> cells =
                    Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
            return new Row(cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5));
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void theFacadeAnswers(Row row) {
        check(SIDES.facade(), row);
    }

    @Tag("testbed")
    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void theApiServerAnswers(Row row) {
        assumeTrue(row.everywhere(), "needs a history that was forgotten, or that nobody else writes");
        check(SIDES.real(), row);
    }

    private static void check(ListSeed seed, Row row) {
        // When
        Answer answer = seed.side().get(seed.target(path(row.request())));

        // Then
        if (row.items().startsWith("!")) {
            assertEquals(Integer.parseInt(row.items().substring(1)), answer.status(), answer::body);
            return;
        }
        assertEquals(200, answer.status(), answer::body);
        JsonNode list = answer.json();
        JsonNode metadata = list.path("metadata");
        String items = seed.items(list);
        assertTrue(List.of(row.items().split("/", -1)).contains(items), items);
        long version = metadata.path("resourceVersion").asLong();
        if (row.version().startsWith(">")) {
            assertTrue(version >= seed.version(row.version().substring(1)), () -> "version " + version);
        } else {
            assertEquals(seed.version(row.version()), version);
        }
        checkToken(seed, row.token(), metadata.path("continue").asText(), version);
        assertEquals(row.remaining(), metadata.path("remainingItemCount").asText("-"), "remaining");
    }

    private static String path(String request) {
        String scope = request.split("\\?", 2)[0];
        String collection = scope.equals("all") ? "/api/v1/pods" : "/api/v1/namespaces/" + scope + "/pods";
        return collection + request.substring(scope.length());
    }

    private static void checkToken(ListSeed seed, String wanted, String token, long listed) {
        switch (wanted) {
            case "-" -> assertEquals("", token, "a token");
            case "some" -> assertTrue(!token.isEmpty(), "no token");
            default -> {
                String[] parts = wanted.split("@", 2);
                JsonNode json = new Answer(
                                200, "", new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8))
                        .json();
                // A leading slash tells whether a cache made it.
                assertEquals(
                        parts[0].replace('^', '\0'), json.path("start").asText().replaceFirst("^/", ""));
                assertEquals(
                        parts[1].equals("list") ? listed : seed.version(parts[1]),
                        json.path("rv").asLong());
            }
        }
    }
}
