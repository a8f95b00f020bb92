package dev.nearcache.reflector;

import static dev.nearcache.reflector.ReflectorScript.INITIAL;
import static dev.nearcache.reflector.ReflectorScript.MAX;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.FakeListerWatcher.FakeWatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows RF of client-go's reflector tests, and XP as far as they list plainly (reflector.md 5.1 and 5.14). */
class ListAndWatchConformanceTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            RF-01 an ERROR that is no Status   | list 1; open; E 0 -; wait | list 0 limit 500; watch 1; list 1 limit 0 | '' | WATCH_STREAM REJECTED
            RF-10 foreign and lower versions   | list 1 foo@1 bar@1; open; F; D foo@2; M bar@55; A baz@32; close | list 0 limit 500; watch 1; watch 32 | bar@55 baz@32 | ''
            RF-13 a list, then a watch         | list 1 foo@1; open; M foo@2; A bar@3; A baz@4; A qux@5; A zoo@6 | list 0 limit 500; watch 1 | bar@3 baz@4 foo@2 qux@5 zoo@6 | ''
            RF-14 events reach the store       | list 1; open; A foo@2; A bar@3 | list 0 limit 500; watch 1 | bar@3 foo@2 | ''
            RF-15 a list equal to the store    | list 1; open; A foo@2; A bar@3; E 410 Expired; wait; list 3 foo@2 bar@3; open; D foo@4; A qux@5 | list 0 limit 500; watch 1; list 3 limit 0; watch 3 | bar@3 qux@5 | WATCH_STREAM EXPIRED
            RF-16 a list that fails            | list 1; open; A bar@3; A qux@5; E 410 Expired; wait; list?BAD_ANSWER; wait | list 0 limit 500; watch 1; list 5 limit 0; list 5 limit 0 | bar@3 qux@5 | WATCH_STREAM EXPIRED; LIST BAD_ANSWER
            RF-17 a watch that is refused      | list 5 bar@3 qux@5; watch!403 Forbidden; wait | list 0 limit 500; watch 5; list 5 limit 0 | bar@3 qux@5 | WATCH_OPEN FORBIDDEN
            RF-18 goes on after failures       | list 5 bar@3 qux@5; watch!403 Forbidden; wait; list 5 bar@3 qux@5; open; A baz@6; E 410 Expired; wait; list 6 bar@3 qux@5 baz@6 | list 0 limit 500; watch 5; list 5 limit 0; watch 5; list 6 limit 0; watch 6 | bar@3 baz@6 qux@5 | WATCH_OPEN FORBIDDEN; WATCH_STREAM EXPIRED
            RF-25 an internal error            | list 1; open; A a@2; E 500 InternalError; wait | list 0 limit 500; watch 1; list 2 limit 0 | a@2 | WATCH_STREAM INTERNAL
            RT-01 a second internal error      | list 1; open; E 500 InternalError; wait; list 1; open; E 500 InternalError; wait | list 0 limit 500; watch 1; list 1 limit 0; watch 1; list 1 limit 0 | '' | WATCH_STREAM INTERNAL; WATCH_STREAM INTERNAL
            RT-03 another error                | list 1; open; E 503 ServiceUnavailable; wait | list 0 limit 500; watch 1; list 1 limit 0 | '' | WATCH_STREAM REJECTED
            RF-30 no pages at a version        | list 10 a@1; open; E 410 Expired; wait; list 10 a@1 | list 0 limit 500; watch 10; list 10 limit 0; watch 10 | a@1 | WATCH_STREAM EXPIRED
            RF-32 a relist at our version      | list 10 a@1; open; E 410 Expired; wait; list 11 a@1 b@11 | list 0 limit 500; watch 10; list 10 limit 0; watch 11 | a@1 b@11 | WATCH_STREAM EXPIRED
            RF-33 our version expired          | list 10 a@1; open; E 410 Expired; wait; list!410 Expired; list 11 a@1 b@11 | list 0 limit 500; watch 10; list 10 limit 0; list  limit 0; watch 11 | a@1 b@11 | WATCH_STREAM EXPIRED; LIST EXPIRED
            XP-01 only a foreign event         | list 1; open; F; close; wait | list 0 limit 500; watch 1; list 1 limit 0 | '' | WATCH_STREAM VERY_SHORT_WATCH
            XP-03 an event of unknown type     | list 1; open; M a@5; U 7; close; open; U 9; M a@8; close | list 0 limit 500; watch 1; watch 7; watch 8 | a@8 | ''
            XP-04 a list at version 0          | list 0; open; A a@5; close; open; A b@6; B 8; A c@9; close | list 0 limit 500; watch 0; watch 0; watch 9 | a@5 b@6 c@9 | ''
            XP-05 a list without a version     | list 0; open; A a@5; M a@6; close | list 0 limit 500; watch 0; watch 6 | a@6 | ''
            XP-07 a refusal, then a failure    | list 9; open; E 410 Expired; wait; list!410 Expired; list!500 InternalError; wait; list 20; open; E 410 Expired; wait | list 0 limit 500; watch 9; list 9 limit 0; list  limit 0; list  limit 500; watch 20; list 20 limit 0 | '' | WATCH_STREAM EXPIRED; LIST EXPIRED; NEWEST INTERNAL; WATCH_STREAM EXPIRED
            XP-08 pages of the newest, once    | list!410 Expired; page 7 two a@1; list 7 b@2; open; E 410 Expired; wait | list 0 limit 500; list  limit 500; list  limit 500 after two; watch 7; list 7 limit 500 | a@1 b@2 | LIST EXPIRED; WATCH_STREAM EXPIRED
            """)
    void doesWhatClientGoDoes(String row, String steps, String requests, String store, String failures) {
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.NEVER);

        // When
        script.run(steps);

        // Then
        assertEquals(requests, script.requests(), row);
        assertEquals(store, script.store(), row);
        assertEquals(failures, script.failures(), row);
    }

    /** EX-04 of the field reports, where client-go asks for ever: see docs/twin.md. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            three in a row               | list 5; open; E 410 Expired; wait; list!500 InternalError; wait; list!500 InternalError; wait; list!500 InternalError; wait; list 9 | list 0 limit 500; watch 5; list 5 limit 0; list 5 limit 0; list 5 limit 0; list  limit 500; watch 9
            two, then another failure    | list 5; open; E 410 Expired; wait; list!500 InternalError; wait; list!500 InternalError; wait; list!503 ServiceUnavailable; wait; list!500 InternalError; wait | list 0 limit 500; watch 5; list 5 limit 0; list 5 limit 0; list 5 limit 0; list 5 limit 0; list 5 limit 0
            three of a gateway           | list 5; open; E 410 Expired; wait; list!502 InternalError; wait; list!502 InternalError; wait; list!502 InternalError; wait | list 0 limit 500; watch 5; list 5 limit 0; list 5 limit 0; list 5 limit 0; list 5 limit 0
            one, then a list, then two   | list 5; open; E 410 Expired; wait; list!500 InternalError; wait; list 6; open; E 410 Expired; wait; list!500 InternalError; wait; list!500 InternalError; wait | list 0 limit 500; watch 5; list 5 limit 0; list 5 limit 0; watch 6; list 6 limit 0; list 6 limit 0; list 6 limit 0
            three later pages            | page 5 C a@1; list!500 InternalError; wait; page 5 C a@1; list!500 InternalError; wait; page 5 C a@1; list!500 InternalError; wait | list 0 limit 500; list  limit 500 after C; list 0 limit 500; list  limit 500 after C; list 0 limit 500; list  limit 500 after C; list 0 limit 500
            """)
    void dropsAVersionWithWhichThreeListsInARowFailed(String row, String steps, String requests) {
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.NEVER);

        // When
        script.run(steps);

        // Then
        assertEquals(requests, script.requests(), row);
    }

    /** RF-29 and RF-34 differ from client-go: see docs/conformance.md. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            RF-29 a page size of our own       | page 10 C1 a@1 b@1 c@1 d@1; page 10 C2 e@1 f@1 g@1 h@1; list 10 i@1 j@1 | list 0 limit 4; list  limit 4 after C1; list  limit 4 after C2; watch 10 | a@1 b@1 c@1 d@1 e@1 f@1 g@1 h@1 i@1 j@1
            RF-31 a server without watch cache | page 10 C1 a@1 b@1 c@1 d@1; page 10 C2 e@1 f@1 g@1 h@1; list 10 i@1 j@1; open; E 410 Expired; wait; page 10 C1 a@1 b@1 c@1 d@1; page 10 C2 e@1 f@1 g@1 h@1; list 10 i@1 j@1 | list 0 limit 4; list  limit 4 after C1; list  limit 4 after C2; watch 10; list 10 limit 4; list  limit 4 after C1; list  limit 4 after C2; watch 10 | a@1 b@1 c@1 d@1 e@1 f@1 g@1 h@1 i@1 j@1
            RF-34 a later page expired         | page 10 C a@1; list 10 b@1; open; E 410 Expired; wait; page 11 C1 a@1 b@1 c@1 d@1; list!410 Expired; list 11 a@1 b@1 c@1 d@1 e@11 | list 0 limit 4; list  limit 4 after C; watch 10; list 10 limit 4; list  limit 4 after C1; list 10 limit 0; watch 11 | a@1 b@1 c@1 d@1 e@11
            """)
    void pagesAsClientGoDoes(String row, String steps, String requests, String store) {
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.NEVER, 4, Duration.ZERO);

        // When
        script.run(steps);

        // Then
        assertEquals(requests, script.requests(), row);
        assertEquals(store, script.store(), row);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            RF-02 a reflector at work        | list 1; open; A bar@2 | A late@3 | bar@2
            RF-04 before the list is there   | ''                    | list 1 a@1 | ''
            RF-05 while the watch is silent  | list 1 a@1; open; pass 10s | A late@3; close | a@1
            RF-06 before the watch is there  | list 1 a@1            | open | a@1
            RF-07 while the watch is open    | list 1 a@1; open      | close | a@1
            RF-11 before anything came       | list 1; open          | A late@2 | ''
            1.15  while it waits             | list 1; open; E 410 Expired | pass 1m | ''
            1.15  while it waits to re-watch | list 1; watch!429 TooManyRequests | pass 1m | ''
            """)
    void stopEndsEverything(String row, String before, String after, String store) {
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.NEVER).run(before);
        script.requests();

        // When
        script.run("stop; " + after);

        // Then
        assertEquals("", script.requests(), row);
        assertEquals(store, script.store(), row);
        assertTrue(script.watches.stream().allMatch(FakeWatch::stopped), row);
        assertEquals(List.of(), script.timers.pending(), row);
    }

    /** Three forms of a version in the server's future, each in a cycle of its own. */
    @Test
    void aVersionInTheFutureIsListedAtTheNewestInWhateverFormTheServerSaysIt() { // RF-35
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.NEVER).run("list 20 a@1");

        // When
        script.run("open; E 410 Expired; wait; list!504:cause Timeout; list 30 b@2; "
                + "open; E 410 Expired; wait; list!504:message Timeout; list 40 c@3; "
                + "open; E 410 Expired; wait; list!504 Timeout Timeout: Too large resource version: 40; list 50 d@4");

        // Then
        assertEquals(
                "list 0 limit 500; watch 20; list 20 limit 0; list  limit 0; watch 30; list 30 limit 0; list  limit 0;"
                        + " watch 40; list 40 limit 0; list  limit 0; watch 50",
                script.requests());
        assertEquals("d@4", script.store());
    }

    @Test
    void eachEventMovesTheVersion() { // RF-47
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.NEVER).run("list 10; open");

        // When
        List<String> versions = new ArrayList<>();
        for (String event : List.of("A a@10", "M a@20", "B 30", "D a@40")) {
            versions.add(script.run(event).version());
        }

        // Then
        assertEquals(List.of("10", "20", "30", "40"), versions);
    }

    @Test
    void anObjectThatTheServerCannotReadAnyMoreIsGoneWithTheNextList() { // RF-49
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.NEVER).run("list 3 foo-1@1 foo-2@2 foo-3@3; open");

        // When the server fails to read its storage
        script.run("A foo@4; E 500 StorageReadError");

        // Then it is not watched again, and all is kept until the list
        assertEquals("foo@4 foo-1@1 foo-2@2 foo-3@3", script.store());
        script.run("wait; list 5 foo-1@1 foo-2@2 foo-3@3; open");
        assertEquals("foo-1@1 foo-2@2 foo-3@3", script.store());
        assertEquals("5", script.version());
        assertEquals("list 0 limit 500; watch 3; list 4 limit 0; watch 5", script.requests());
    }

    /** client-go tells its error handler of the third alone; our observer hears of each, with what it was. */
    @Test
    void eachExpiryIsOneRelistAfterAWait() { // XP-06
        // Given
        ReflectorScript script = new ReflectorScript(WatchList.NEVER).run("list 10; open");

        // When
        script.run("A a@12; B 15; close; open; E 410 Expired; wait; list 20; watch!410 Expired; wait; list 30");

        // Then
        assertEquals(
                "list 0 limit 500; watch 10; watch 15; list 15 limit 0; watch 20; list 20 limit 0; watch 30",
                script.requests());
        assertEquals("WATCH_STREAM EXPIRED; WATCH_OPEN EXPIRED", script.failures());
        script.waits.forEach(wait -> assertTrue(wait.compareTo(INITIAL) >= 0, wait::toString));
    }

    /** Unlike in client-go, a setting is taken at its word: one below five minutes too (RF-45). */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"RF-44,300,300,600", "RF-45,1,1,2", "RF-46,1800,1800,3600"})
    void aWatchIsAskedForOnceToTwiceTheSetting(String row, long setting, long least, long most) {
        // Given
        long seed = System.nanoTime();
        Random random = new Random(seed);
        ReflectorSettings settings = ReflectorScript.settings(
                500, Duration.ofSeconds(setting), Backoff.fresh(INITIAL, MAX, 0), WatchList.NEVER, Duration.ZERO);

        for (int i = 0; i < 1_000; i++) {
            // When
            long seconds = settings.watchTimeout(random).toSeconds();

            // Then
            assertTrue(least <= seconds && seconds <= most, row + ", seed " + seed + ": " + seconds);
        }
    }
}
