package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rows WL of client-go's streaming list tests, and XP and RF as far as they stream (reflector.md 5.1, 5.2 and 5.14).
 * A stream at version 0 carries none.
 */
class StreamingListConformanceTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource({"WL-01,NEVER,list 0 limit 500", "WL-02,AUTO,stream 0", "WL-04,ALWAYS,stream 0"})
    void theSettingDecidesHowTheFirstCycleBegins(String row, WatchList setting, String request) {
        assertEquals(request, new ReflectorScript(setting).requests(), row);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            RF-12 a streamed list, then changes | open; A foo@1; B! 1; M foo@2; A bar@3; A baz@4; A qux@5; A zoo@6 | stream 0 | bar@3 baz@4 foo@2 qux@5 zoo@6 | ''
            WL-03 support is found by asking    | watch!400 BadRequest; list 1; open; E 410 Expired; wait | stream 0; list 0 limit 500; watch 1; stream 1 | '' | STREAM_OPEN REJECTED; WATCH_STREAM EXPIRED
            WL-07 nothing came                  | open; E 410 Expired | stream 0; stream 0 | '' | STREAM EXPIRED
            WL-08 ADDED alone has no version    | open; A p1@1; pass 1s; close; wait | stream 0; stream 0 | '' | STREAM BAD_ANSWER
            WL-09 the end mark has              | open; A p1@1; B! 2; pass 1s; close | stream 0; watch 2 | p1@1 | ''
            WL-10 not complete without the mark | open; A p1@1; stop | stream 0 | '' | ''
            WL-12 any other error               | watch?BAD_ANSWER; list 1 p1@1; open; A p2@2 | stream 0; list 0 limit 500; watch 1 | p1@1 p2@2 | STREAM_OPEN BAD_ANSWER
            WL-13 a server without streams      | watch!422 Invalid; list 1 p1@1; open; A p2@2 | stream 0; list 0 limit 500; watch 1 | p1@1 p2@2 | STREAM_OPEN REJECTED
            WL-14 complete with the mark        | open; A p1@1; A p2@2; B! 2; stop | stream 0 | p1@1 p2@2 | ''
            WL-15 changes before the mark       | open; A p1@1; A p2@2; M p1@3; A p3@4; D p3@5; B! 5; stop | stream 0 | p1@3 p2@2 | ''
            WL-16 too many requests             | watch!429 TooManyRequests; wait; watch!429 TooManyRequests; wait; open; A p1@1; B! 2 | stream 0; stream 0; stream 0 | p1@1 | STREAM_OPEN TOO_MANY_REQUESTS; STREAM_OPEN TOO_MANY_REQUESTS
            WL-17 closed before the mark        | open; A p1@1; close; wait; open; A p1@1; B! 1 | stream 0; stream 0 | p1@1 | STREAM BAD_ANSWER
            WL-18 closed after the mark         | open; A p1@1; A p2@2; B! 2; A p3@3; close; open; A p4@4 | stream 0; watch 3 | p1@1 p2@2 p3@3 p4@4 | ''
            WL-19 then the history is lost      | open; A p1@1; B! 2; A p3@3; close; watch!410 Expired; wait | stream 0; watch 3; stream 3 | p1@1 p3@3 | WATCH_OPEN EXPIRED
            WL-20 a bookmark that is no mark    | open; A p1@1; A p2@2; B 2; stop | stream 0 | '' | ''
            XP-09 closed at once, empty         | open; close; list 1 | stream 0; list 0 limit 500; watch 1 | '' | STREAM VERY_SHORT_WATCH
            XP-10 what came before is dropped   | open; A stale@1; B 2; close; wait; open; A a@1; B! 3 | stream 0; stream 0 | a@1 | STREAM BAD_ANSWER
            XP-11 an ERROR Expired              | open; E 410 Expired | stream 0; stream 0 | '' | STREAM EXPIRED
            XP-11 refused as too large          | watch!504:cause Timeout | stream 0; stream 0 | '' | STREAM_OPEN TOO_LARGE_VERSION
            XP-12 an ERROR 500                  | open; E 500 InternalError; list 1 a@1 | stream 0; list 0 limit 500; watch 1 | a@1 | STREAM INTERNAL
            XP-14 our version expired           | open; B! 9; E 410 Expired; wait; watch!410 Expired | stream 0; stream 9; stream 0 | '' | WATCH_STREAM EXPIRED; STREAM_OPEN EXPIRED
            1.10  closed right after the mark   | open; A a@1; B! 9; close; wait | stream 0; stream 9 | a@1 | WATCH_STREAM VERY_SHORT_WATCH
            """)
    void doesWhatClientGoDoes(String row, String steps, String requests, String store, String failures) {
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.AUTO);

        // When
        script.run(steps);

        // Then
        assertEquals(requests, script.requests(), row);
        assertEquals(store, script.store(), row);
        assertEquals(failures, script.failures(), row);
    }

    @Test
    void aSettingAgainstStreamsListsPlainly() { // WL-11
        // When
        ReflectorScript script = new ReflectorScript(WatchList.NEVER).run("list 1 p1@1; stop");

        // Then
        assertEquals("list 0 limit 500; watch 1", script.requests());
        assertEquals("p1@1", script.store());
    }

    @Test
    void waitsGrowFromOneTroubleToTheNext() { // XP-13
        // When
        ReflectorScript script = new ReflectorScript(WatchList.AUTO)
                .run("watch?CONNECTION_REFUSED; wait; open; E 429 TooManyRequests; wait");

        // Then
        assertEquals("stream 0; stream 0; stream 0", script.requests());
        assertBetween(800, script.waits.get(0), 1600);
        assertBetween(1600, script.waits.get(1), 3200);
    }

    private static void assertBetween(long least, Duration wait, long most) {
        assertTrue(wait.toMillis() >= least && wait.toMillis() < most, wait::toString);
    }

    /** client-go logs a warning each ten seconds and waits for ever; we list plainly after thirty seconds of nothing. */
    @Test
    void aStreamThatBringsNothingIsGivenUp() { // WL-06
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.AUTO).run("open; pass 29s; A a@1; pass 30s; A b@2");
        assertEquals("stream 0", script.requests());

        // When
        script.run("pass 60s");

        // Then
        assertEquals("list 0 limit 500", script.requests());
        assertEquals("STREAM BAD_ANSWER", script.failures());
        assertTrue(script.watches.stream().allMatch(FakeWatch::stopped));
    }

    @Test
    void aWatchWhoseListIsCompleteMayBeSilent() { // WL-05
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.AUTO).run("open; A a@1; B! 2");

        // When
        script.run("pass 60m");

        // Then
        assertEquals(List.of(), script.timers.pending());
        assertEquals("", script.failures());
        assertEquals("stream 0", script.requests());
    }
}
