package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.query.ContinueToken;
import dev.nearcache.query.ListQuery;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.Selection;
import dev.nearcache.query.WatchQuery;
import dev.nearcache.query.WatchQuery.Order;
import dev.nearcache.resource.ResourceVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of kubernetes-api.md 0.3, 1.3 and 1.4. */
class ListRulesTest {
    private static final Selection ALL = Selection.everythingIn("");
    private static final ContinueToken TOKEN = new ContinueToken(7, "a\0");
    private static final String INVALID = "ListOptions.meta.k8s.io \"\" is invalid: ";
    private static final String MATCH = "resourceVersionMatch: ";

    private static ListOptions options(String query) {
        return ListOptions.parse(Parameters.parse(query.replace("TOKEN", TOKEN.encode())));
    }

    private static Status refused(Runnable call) {
        return assertThrows(StatusException.class, call::run).status();
    }

    private static ListQuery.Pin latest(long version) {
        return new ListQuery.NotOlderThan(ResourceVersion.of(version));
    }

    private static ListQuery.Pin exactly(long version) {
        return new ListQuery.Exactly(ResourceVersion.of(version));
    }

    @Test
    void judgesTheSelectionAfterTheCombinationAndBeforeTheVersion() {
        // Given
        Supplier<Selection> refusing = () -> {
            throw Status.badRequest("field label not supported: x").exception();
        };

        // Then
        assertEquals(
                422,
                refused(() -> ListRules.list(options("sendInitialEvents=1"), refusing))
                        .code());
        assertEquals(
                422,
                refused(() -> ListRules.watch(options("resourceVersionMatch=x"), refusing))
                        .code());
        for (String wrong : List.of("resourceVersion=abc", "continue=x")) {
            assertEquals(
                    "field label not supported: x",
                    refused(() -> ListRules.list(options(wrong), refusing)).message());
        }
        assertEquals(
                400,
                refused(() -> ListRules.watch(options("resourceVersion=abc"), refusing))
                        .code());
    }

    private static Stream<Arguments> lists() {
        return Stream.of(
                Arguments.of("", 0, latest(0)),
                Arguments.of("limit=5", 5, latest(0)),
                Arguments.of("limit=-5", 0, latest(0)),
                Arguments.of("resourceVersion=0", 0, latest(0)),
                Arguments.of("resourceVersion=0&limit=5", 0, latest(0)),
                Arguments.of("resourceVersion=0&limit=5&continue=TOKEN", 0, new ListQuery.Following(TOKEN)),
                Arguments.of("resourceVersion=007", 0, latest(7)),
                Arguments.of("resourceVersion=7&limit=5", 5, exactly(7)),
                Arguments.of("resourceVersion=7&limit=5&resourceVersionMatch=NotOlderThan", 5, latest(7)),
                Arguments.of("resourceVersion=7&resourceVersionMatch=Exact", 0, exactly(7)),
                Arguments.of("limit=5&continue=TOKEN", 5, new ListQuery.Following(TOKEN)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lists")
    void readsLists(String query, long limit, ListQuery.Pin pin) {
        assertEquals(new ListQuery(ALL, limit, pin), ListRules.list(options(query), () -> ALL));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "resourceVersionMatch=Exact | Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided",
                "resourceVersion=0&resourceVersionMatch=Exact | Forbidden: resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"",
                "resourceVersion=1&resourceVersionMatch=foo | Unsupported value: \"foo\": supported values: \"Exact\", \"NotOlderThan\", \"\"",
                "resourceVersion=1&resourceVersionMatch=Exact&continue=TOKEN | Forbidden: resourceVersionMatch is forbidden when continue is provided",
            })
    void refusesListsThatContradictThemselves(String query, String message) {
        Status status = refused(() -> ListRules.list(options(query), () -> ALL));
        assertEquals(422, status.code());
        assertEquals(INVALID + MATCH + message, status.message());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "resourceVersion=abc | invalid resource version: resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax",
                "resourceVersion=-1 | invalid resource version: resourceVersion: Invalid value: \"-1\": strconv.ParseUint: parsing \"-1\": invalid syntax",
                "resourceVersion=18446744073709551616 | invalid resource version: resourceVersion: Invalid value: \"18446744073709551616\": strconv.ParseUint: parsing \"18446744073709551616\": value out of range",
                "resourceVersion=5&continue=TOKEN | specifying resource version is not allowed when using continue",
                "limit=abc | strconv.ParseInt: parsing \"abc\": invalid syntax",
            })
    void refusesListsThatCannotBeRead(String query, String message) {
        Status status = refused(() -> ListRules.list(options(query), () -> ALL));
        assertEquals(400, status.code());
        assertEquals("BadRequest", status.reason());
        assertEquals(message, status.message());
    }

    @Test
    void sendInitialEventsIsForWatchesOnly() {
        assertEquals(
                INVALID + "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list",
                refused(() -> ListRules.list(options("sendInitialEvents=false"), () -> ALL))
                        .message());
    }

    private static Stream<Arguments> watches() {
        WatchQuery.Start fromNothing = new WatchQuery.Snapshot(ResourceVersion.NONE, Order.VERSION);
        WatchQuery.Start after = new WatchQuery.After(ResourceVersion.of(7));
        return Stream.of(
                Arguments.of("", fromNothing),
                Arguments.of("resourceVersion=0", fromNothing),
                Arguments.of("sendInitialEvents&resourceVersionMatch=NotOlderThan", fromNothing),
                Arguments.of(
                        "resourceVersion=7&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
                        new WatchQuery.Snapshot(ResourceVersion.of(7), Order.VERSION)),
                Arguments.of("sendInitialEvents=false&resourceVersionMatch=NotOlderThan", new WatchQuery.Now()),
                Arguments.of("resourceVersion=7&sendInitialEvents=FALSE&resourceVersionMatch=NotOlderThan", after),
                Arguments.of("resourceVersion=7", after),
                Arguments.of("resourceVersion=7&limit=5&continue=x", after));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("watches")
    void readsWatches(String query, WatchQuery.Start start) {
        assertEquals(new WatchQuery(ALL, start), ListRules.watch(ListRules.defaulted(options(query)), () -> ALL));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sendInitialEvents=true | resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
                "sendInitialEvents=true&resourceVersionMatch=Exact | [resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan, resourceVersionMatch: Unsupported value: \"Exact\": supported values: \"NotOlderThan\"]",
                "resourceVersionMatch=NotOlderThan | resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
                "continue=x | resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided",
            })
    void refusesWatchesThatContradictThemselves(String query, String message) {
        Status status = refused(() -> ListRules.watch(ListRules.defaulted(options(query)), () -> ALL));
        assertEquals(422, status.code());
        assertEquals(INVALID + message, status.message());
    }

    @Test
    void aWatchFromNonsenseIsAnInternalErrorAsUpstream() {
        Status status = refused(() -> ListRules.watch(options("resourceVersion=abc"), () -> ALL));
        assertEquals(500, status.code());
        assertEquals("", status.reason());
        assertEquals(
                "resourceVersion: Invalid value: \"abc\": strconv.ParseUint: parsing \"abc\": invalid syntax",
                status.message());
    }

    @Test
    void bodiesAreThoseOfTheCatalogue() {
        assertEquals(
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"Timeout: Too"
                        + " large resource version: 99999, current: 319\",\"reason\":\"Timeout\",\"details\":{\"causes\":[{\"reason\":"
                        + "\"ResourceVersionTooLarge\",\"message\":\"Too large resource version\"}],\"retryAfterSeconds\":1},\"code\":504}",
                json(Failures.of(QueryException.tooLarge(ResourceVersion.of(99999), ResourceVersion.of(319)))));
        assertEquals(
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"ListOptions.meta.k8s.io"
                        + " \\\"\\\" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless"
                        + " resourceVersion is provided\",\"reason\":\"Invalid\",\"details\":{\"group\":\"meta.k8s.io\",\"kind\":\"ListOptions\","
                        + "\"causes\":[{\"reason\":\"FieldValueForbidden\",\"message\":\"Forbidden: resourceVersionMatch is forbidden"
                        + " unless resourceVersion is provided\",\"field\":\"resourceVersionMatch\"}]},\"code\":422}",
                json(refused(() -> ListRules.list(options("resourceVersionMatch=Exact"), () -> ALL))));
        assertEquals(
                "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiYVx1MDAwMCJ9",
                Failures.of(QueryException.expiredPage(new ContinueToken(-1, "a\0")))
                        .continueToken());
    }

    private static String json(Status status) {
        return new String(status.json(), StandardCharsets.UTF_8);
    }
}
