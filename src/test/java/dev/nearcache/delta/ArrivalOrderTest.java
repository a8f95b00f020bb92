package dev.nearcache.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rows of reflector.md 5.5: what client-go's RealFIFO hands over one by one, {@link DeltaFifo#drain} does, with four
 * differences. The end of each list is marked ({@code all}), as in RealFIFO's atomic form. A list's items come before its
 * tombstones, not after them; the store orders the differences itself. A resync skips what is queued. And the deletion of
 * an object that nobody knows leaves only its version.
 */
class ArrivalOrderTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            RQ-02 delete, then a list without it | foo1           | delete foo1; replace [foo2]             | D foo1, R foo2, all
            RQ-03 only queued, added             | ''             | add foo2; replace []                    | A foo2, T foo2, all
            RQ-04 only queued, deleted           | ''             | add foo2; delete foo2; replace []       | A foo2, D foo2, all
            RQ-05 only queued, listed twice      | ''             | add foo2; replace [foo2]; replace [foo2]; replace [] | A foo2, R foo2, all, R foo2, all, T foo2, all
            RQ-06 several empty lists            | ''             | add foo2; replace []; replace []        | A foo2, T foo2, all, all
            RQ-07 add, delete, add               | ''             | add foo2; delete foo2; add foo3; replace [] | A foo2, D foo2, A foo3, T foo3, all
            RQ-08 bookmarks are always told      | ''             | bookmark 123; replace []; replace []    | bookmark 123, all, all
            RQ-09 add, update, delete            | ''             | add foo10; update foo12; delete foo15   | A foo10, U foo12, D foo15
            RQ-11 nothing known                  | ''             | add foo10; update bar15; add qux17; delete qux18; delete baz20 | A foo10, U bar15, A qux17, D qux18, bookmark 20
            RQ-12 something known                | foo5 bar6 baz7 | add foo10; update bar15; delete baz20   | A foo10, U bar15, D baz20
            RQ-13 add, then a list               | ''             | add foo10; replace [foo15]              | A foo10, R foo15, all
            RQ-14 no resync of a queued key      | foo5           | delete foo10; resync                    | D foo10
            RQ-15 resync                         | foo5           | resync                                  | S foo5
            RQ-16 delete of what is only queued  | ''             | add foo5; delete foo6                   | A foo5, D foo6
            RQ-17 delete before a list           | foo5 bar6 baz7 | delete baz10; replace [foo5]            | D baz10, R foo5, T bar6, all
            RQ-18 add before a list              | foo5 bar6 baz7 | add baz10; replace [foo5]               | A baz10, R foo5, T baz10, T bar6, all
            RQ-19 delete and add before a list   | foo5 bar6 baz7 | delete bar6; add bar100; replace [foo5] | D bar6, A bar100, R foo5, T bar100, T baz7, all
            RQ-20 list before a list             | foo5 bar6 baz7 | replace [bar100 foo5]; replace [foo5]   | R bar100, R foo5, T baz7, all, R foo5, T bar100, all
            RQ-21 nothing known, add, then a list | ''            | add baz10; replace [foo5]               | A baz10, R foo5, T baz10, all
            RQ-22 as RQ-17, changed              | foo5 bar6 baz7 | delete baz10; replace [foo6]            | D baz10, R foo6, T bar6, all
            RQ-23 update, then resync            | foo5           | update foo6; resync                     | U foo6
            RQ-41 an empty list                  | ''             | replace []                              | all
            RQ-42 add, then an empty list        | ''             | add foo2; replace []                    | A foo2, T foo2, all
            RQ-43 several lists                  | ''             | add foo2; replace [foo2]; replace [foo2]; replace [] | A foo2, R foo2, all, R foo2, all, T foo2, all
            RQ-44 bookmark, then a list          | ''             | bookmark 123; replace []                | bookmark 123, all
            RQ-45 add, then a list with it       | ''             | add foo10; replace [foo15]              | A foo10, R foo15, all
            RQ-46 resync of everything           | bar1 foo1      | resync                                  | S bar1, S foo1
            RQ-47 resync of what is not queued   | bar1 foo1      | add foo2; resync                        | A foo2, S bar1
            """)
    void drainsInArrivalOrder(String row, String known, String steps, String expected) {
        // Given
        Script script = new Script(known);
        // When
        script.run(steps);
        // Then: each version of a list is the script's, 100
        assertEquals(expected, String.join(", ", script.drain(99)).replace("all 100", "all"), row);
        assertTrue(script.fifo.isEmpty());
    }

    @Test
    void keepsTheOrderOfEachProducer() { // RQ-01
        // Given
        Script script = new Script("");
        List<String> told = new ArrayList<>();
        for (int i = 1; i <= 500; i++) {
            for (String producer : List.of("a", "b")) {
                script.run("add " + producer + "x".repeat(i) + i);
                told.add("A " + producer + "x".repeat(i) + i);
            }
        }
        // When, Then
        assertEquals(told, script.drain(1000));
    }

    @Test
    void aKeyDoesNotWaitForItsNewerDeltas() { // RQ-25
        // Given
        Script script = new Script("");
        script.run("add foo10; add bar1; add foo11; add foo13; add zab30");
        // When, Then
        assertEquals(List.of("A foo10"), script.drain(1));
        script.run("add foo14");
        assertEquals(List.of("A bar1", "A foo11", "A foo13", "A zab30", "A foo14"), script.drain(9));
    }

    @Test
    void isSyncedOnceTheEndOfTheFirstListIsHandedOver() { // RQ-24
        // Given
        Script script = new Script("foo5 bar6 baz7");
        script.run("replace [foo5]");
        // When, Then
        for (String expected : List.of("R foo5", "T bar6", "T baz7", "all 100")) {
            assertFalse(script.fifo.hasSynced());
            assertEquals(List.of(expected), script.drain(1));
        }
        assertTrue(script.fifo.hasSynced());
    }

    @ParameterizedTest(name = "RQ-27 {0}")
    @CsvSource(delimiter = '|', textBlock = """
            (a) nothing                 | ''                       | false
            (b) add                     | add a1                   | true
            (c) empty list              | replace []               | true
            (d) list                    | replace [a1 b2]          | false
            (e) list, one drained       | replace [a1 b2]; drain 1 | false
            (f) list, all drained       | replace [a1 b2]; drain 3 | true
            (g) a key twice, all drained | replace [a1 a2]; drain 3 | true
            """)
    void isSyncedByWhatItWasToldFirst(String row, String steps, boolean expected) {
        // Given
        Script script = new Script("");
        // When
        script.run(steps);
        // Then
        assertEquals(expected, script.fifo.hasSynced(), row);
    }

    /** A bite never goes beyond a list's end; within it a key may come twice, as no transaction holds each key once. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            RQ-29 a list at once          | ''  | 99 | replace [a1 b2 c3]                      | R a1, R b2, R c3, all
            RQ-30 bites of two            | ''  | 2  | replace [a1 b2]; update c3; update d4   | R a1, R b2 / all / U c3, U d4
            RQ-31 a key several times     | ''  | 99 | replace [a1]; update a2; update a3      | R a1, all / U a2, U a3
            RQ-32 what follows a list     | ''  | 99 | replace [a1 b2]; update b3; update c4   | R a1, R b2, all / U b3, U c4
            RQ-33 one follows a list      | ''  | 99 | replace [a1 b2 c3]; update b4           | R a1, R b2, R c3, all / U b4
            RQ-34 a list in bites         | ''  | 2  | replace [a1 b2 c3]                      | R a1, R b2 / R c3, all
            RQ-35 an empty list first     | ''  | 2  | replace []; update a1; update b2; update c3 | all / U a1, U b2 / U c3
            RQ-36 a list in bites, then more | '' | 2 | replace [a1 b2 c3]; update d4           | R a1, R b2 / R c3, all / U d4
            XP-24 everything there is     | c1  | 99 | add a1; update b2; bookmark 3; delete c4; add c5; replace [a6 b6 c6]; resync; add d7 | A a1, U b2, bookmark 3, D c4, A c5, R a6, R b6, R c6, all / A d7
            """)
    void aBiteEndsWithAList(String row, String known, int max, String steps, String expected) {
        // Given
        Script script = new Script(known);
        script.run(steps);
        // When
        List<List<String>> bites = new ArrayList<>();
        while (!script.fifo.isEmpty()) {
            List<String> bite = new ArrayList<>();
            script.fifo.drain(max, Script.collecting(bite));
            bites.add(bite);
        }
        // Then
        assertEquals(
                expected,
                bites.stream()
                        .map(bite -> String.join(", ", bite).replace("all 100", "all"))
                        .collect(Collectors.joining(" / ")),
                row);
    }
}
