package dev.nearcache.store;

import static dev.nearcache.store.CacheDriver.object;
import static dev.nearcache.store.CacheDriver.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventLogTest {
    private static final Instant NOW = Instant.EPOCH;

    /** Written as e20: an event of version 20; i: an inferred delete; b30: a bookmark; r5: a restart. A list at 10 comes first. */
    private static EventLog log(int capacity, String history) {
        EventLog log = new EventLog(new HistoryLimits(capacity, 10_000, Duration.ofMinutes(1)));
        log.restart(version(10));
        for (String step : history.split(" ", -1)) {
            long value = step.length() < 2 ? 0 : Long.parseLong(step.substring(1));
            switch (step.isEmpty() ? ' ' : step.charAt(0)) {
                case 'e' -> log.append(Change.added(object("a/x@" + value)), version(value), NOW);
                case 'i' -> log.appendInferred(Change.vanished(object("a/x@1")), NOW);
                case 'b' -> log.raise(version(value));
                case 'r' -> log.restart(version(value));
                default -> assertEquals("", step);
            }
        }
        log.publish();
        return log;
    }

    private static String text(Resume resume) {
        return resume.match(
                at -> "at " + (at.position() - 1), // the list's restart took position 0
                expired -> "expired " + expired.floorVersion(),
                ahead -> "ahead " + ahead.current());
    }

    @ParameterizedTest(name = "{0}: [{1}] {2} -> {3}")
    @CsvSource(delimiter = '|', textBlock = """
            only a list            | ''                  | 10  | at 0
            only a list            | ''                  | 9   | expired 10
            only a list            | ''                  | 11  | ahead 10
            events                 | e20 e30             | 10  | at 0
            events, between        | e20 e30             | 15  | at 0
            events                 | e20 e30             | 20  | at 1
            events, between        | e20 e30             | 25  | at 1
            events, the last       | e20 e30             | 30  | at 2
            events, above          | e20 e30             | 31  | ahead 30
            a bookmark             | e20 b25 e30         | 25  | at 1
            below a bookmark       | e20 b25 e30         | 22  | at 1
            above a bookmark       | e20 b25 e30         | 27  | at 1
            a bookmark at the end  | e20 b25             | 24  | at 1
            a bookmark of old      | e20 b15             | 20  | at 1
            a group                | e20 i i e50         | 10  | at 0
            a group, its first     | e20 i i e50         | 20  | at 1
            a group, within        | e20 i i e50         | 35  | at 1
            a group, the list's    | e20 i i e50         | 50  | at 4
            only deletes           | i i e40             | 10  | at 0
            only deletes, within   | i i e40             | 30  | at 0
            only deletes, after    | i i e40             | 40  | at 3
            a late namespace       | e100 e90 e95 e110   | 100 | at 1
            a late namespace       | e100 e90 e95 e110   | 95  | at 0
            a late namespace       | e100 e90 e95 e110   | 105 | at 1
            a late namespace       | e100 e90 e95 e110   | 110 | at 4
            a restore              | e20 r5              | 5   | at 2
            a restore, below       | e20 r5              | 4   | expired 5
            a restore, from before | e20 r5              | 20  | expired 5
            a restore, twice       | e20 r5 e8 r3        | 15  | expired 3
            a restore, the future  | e20 r5              | 21  | ahead 5
            a restore, caught up   | e20 r5 e25          | 20  | at 2
            a restore, later       | e20 r5 e7           | 5   | at 2
            """)
    void resumesAtTheFirstPositionThatHadReachedTheVersion(String row, String history, long from, String expected) {
        assertEquals(expected, text(log(99, history).resumeAfter(version(from))), row);
    }

    @ParameterizedTest(name = "{0}: [{1}] {2} -> {3}")
    @CsvSource(delimiter = '|', textBlock = """
            the floor                    | e20 e30 e40       | 20 | at 1
            below the floor              | e20 e30 e40       | 19 | expired 20
            a group's head is gone       | e20 i i           | 20 | at 1
            a group is cut               | e20 i i i         | 20 | expired 20
            a group is cut, later events | e20 i i i e30     | 20 | expired 30
            a group is cut, later events | e20 i i i e30     | 25 | expired 30
            a group is cut, later events | e20 i i i e30     | 30 | at 5
            a group is cut, bookmark     | e20 i i i b30     | 20 | expired 30
            a group is cut, bookmark     | e20 i i i b30     | 30 | at 4
            """)
    void aRingOfTwoForgets(String row, String history, long from, String expected) {
        EventLog log = log(2, history);
        assertEquals(expected, text(log.resumeAfter(version(from))), row);
        assertEquals(2, log.end() - log.floor());
    }

    @Test
    void floorVersionIsTheLowestToResumeFrom() { // kubernetes-api.md 3.5
        assertEquals(version(10), log(9, "").floorVersion());
        assertEquals(version(20), log(3, "e20 e30 e40 e50").floorVersion());
        assertEquals(version(30), log(2, "e20 i i i b30").floorVersion());
    }

    @Test
    void readsInBitesAndTellsWhoWasOverrun() {
        // Given
        EventLog log = log(3, "e20 e30 e40 e50");
        // When, Then
        assertTrue(log.read(1, 9) instanceof Slice.Overrun overrun && overrun.floor() == 2);
        assertTrue(
                log.read(2, 2) instanceof Slice.Events events && events.events().size() == 2 && events.next() == 4);
        assertTrue(
                log.read(5, 2) instanceof Slice.Events events && events.events().isEmpty() && events.next() == 5);
        assertThrows(IllegalArgumentException.class, () -> log.read(6, 1));
    }

    @Test
    void showsNothingBeforeItIsPublished() {
        // Given
        EventLog log = log(2, "e20 e30");
        // When: one more is written, which pushes out the oldest
        log.append(Change.added(object("a/x@40")), version(40), NOW);
        // Then: the loss shows at once, the gain does not
        assertEquals(2, log.floor());
        assertEquals(3, log.end());
        assertEquals("ahead 30", text(log.resumeAfter(version(40))));
        log.publish();
        assertEquals("at 3", text(log.resumeAfter(version(40))));
    }

    @Test
    void dropsWhatIsTooOldButKeepsTheCurrentVersionResumable() {
        // Given
        EventLog log = log(99, "e20 e30 i i");
        // When
        log.expire(NOW.plus(Duration.ofMinutes(1)));
        assertEquals(4, log.end() - log.floor());
        log.expire(NOW.plus(Duration.ofMinutes(2)));
        // Then: a client may just have listed at 30
        assertEquals("at 2", text(log.resumeAfter(version(30))));
        assertEquals(2, log.end() - log.floor());
    }

    @Test
    void isBoundedByTheBytesThatOnlyItKeepsAlive() {
        // Given: each change retires a body of 100 bytes
        EventLog log = new EventLog(new HistoryLimits(999, 1_000, Duration.ofMinutes(1)));
        // When
        for (int i = 1; i <= 50; i++) {
            log.append(Change.modified(object("a/x@1"), object("a/x@" + i)), version(i), NOW);
        }
        log.publish();
        // Then
        assertEquals(10, log.end() - log.floor());
        assertEquals(1_000, log.bytes());
    }

    @Test
    void keepsTheNewestEventWhateverItsSize() {
        EventLog log = new EventLog(new HistoryLimits(9, 1, Duration.ofMinutes(1)));
        log.append(Change.vanished(object("a/x@1")), version(2), NOW);
        log.append(Change.vanished(object("a/y@1")), version(3), NOW);
        log.publish();
        assertEquals(1, log.end() - log.floor());
    }

    @ParameterizedTest
    @CsvSource({"0,1,PT1S,history.events", "1,0,PT1S,history.bytes", "1,1,PT0S,history.age"})
    void limitsAreAboveZero(int events, long bytes, Duration age, String named) {
        String message = assertThrows(IllegalArgumentException.class, () -> new HistoryLimits(events, bytes, age))
                .getMessage();
        assertNotNull(message);
        assertTrue(message.contains(named), message);
    }
}
