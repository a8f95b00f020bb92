package dev.nearcache.delta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rows of reflector.md 5.4 that apply to a queue of one thread, with a store behind it, whose lists are always marked
 * as such.
 */
class DeltaFifoTest {
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            DF-02 delete, then a list without it    | foo1           | delete foo1; replace [foo2]            | D foo1, R foo2
            DF-03 only queued, added                | ''             | add foo2; replace []                   | A foo2, T foo2
            DF-04 only queued, replaced             | ''             | add foo2; replace [foo2]; replace []   | A foo2, R foo2, T foo2
            DF-05 only queued, deleted              | ''             | add foo2; delete foo2; replace []      | A foo2, D foo2
            DF-06 only queued, listed twice         | ''             | add foo2; replace [foo2]; replace [foo2]; replace [] | A foo2, R foo2, R foo2, T foo2
            DF-07 several empty lists               | ''             | add foo2; replace []; replace []       | A foo2, T foo2
            DF-08 add, delete, add                  | ''             | add foo2; delete foo2; add foo3; replace [] | A foo2, D foo2, A foo3, T foo3
            DF-09 add, update, delete               | ''             | add foo10; update foo12; delete foo15  | A foo10, U foo12, D foo15
            DF-11 nothing known                     | ''             | add foo10; update bar15; add qux17; delete qux18; delete baz20 | A foo10 / U bar15 / A qux17, D qux18
            DF-12 something known                   | foo5 bar6 baz7 | add foo10; update bar15; delete baz20  | A foo10 / U bar15 / D baz20
            DF-13 add, then a list                  | ''             | add foo10; replace [foo15]             | A foo10, R foo15
            DF-14 no resync of a queued key         | foo5           | delete foo10; resync                   | D foo10
            DF-15 resync                            | foo5           | resync                                 | S foo5
            DF-16 delete of what is only queued     | ''             | add foo5; delete foo6                  | A foo5, D foo6
            DF-17 delete before a list              | foo5 bar6 baz7 | delete baz10; replace [foo5]           | D baz10 / R foo5 / T bar6
            DF-18, CL-05 add before a list          | foo5 bar6 baz7 | add baz10; replace [foo5]              | A baz10, T baz10 / R foo5 / T bar6
            DF-19 delete and add before a list      | foo5 bar6 baz7 | delete bar6; add bar100; replace [foo5] | D bar6, A bar100, T bar100 / R foo5 / T baz7
            DF-20 list before a list                | foo5 bar6 baz7 | replace [bar100 foo5]; replace [foo5]  | R bar100, T bar100 / R foo5, R foo5 / T baz7
            DF-21 nothing known, add before a list  | ''             | add baz10; replace [foo5]              | A baz10, T baz10 / R foo5
            DF-22 as DF-17, changed                 | foo5 bar6 baz7 | delete baz10; replace [foo6]           | D baz10 / R foo6 / T bar6
            DF-23 type of a list                    | foo5           | replace [foo5]                         | R foo5
            DF-24 update, then resync               | foo5           | update foo6; resync                    | U foo6
            DF-26 no line jumping                   | ''             | add foo10; add bar1; add foo11; add foo13; add zab30; pop; add foo14 | A bar1 / A zab30 / A foo14
            XP-15 empty list, then delete           | a1             | replace []; delete a2                  | D a2
            XP-15 delete, then empty list           | a1             | delete a2; replace []                  | D a2
            E27 deletes with an add between         | ''             | add a1; delete a2; add a3; delete a4; delete a5 | A a1, D a2, A a3, D a4
            """)
    void popsWhatClientGoPops(String row, String known, String steps, String expected) {
        // Given
        Script script = new Script(known);
        // When
        script.run(steps);
        // Then
        assertEquals(expected, String.join(" / ", script.popAll()), row);
        assertTrue(script.fifo.isEmpty());
    }

    @Test
    void keepsTheOrderOfEachProducer() { // DF-01
        // Given
        Script script = new Script("");
        for (int i = 1; i <= 500; i++) {
            script.fifo.add(Script.object("a" + "x".repeat(i) + i));
            script.fifo.add(Script.object("b" + "x".repeat(i) + i));
        }
        // When
        List<String> popped = script.popAll();
        // Then
        assertEquals(1000, popped.size());
        for (String producer : List.of("A a", "A b")) {
            List<String> own =
                    popped.stream().filter(text -> text.startsWith(producer)).toList();
            for (int i = 1; i <= 500; i++) {
                assertEquals(producer + "x".repeat(i) + i, own.get(i - 1));
            }
        }
    }

    @ParameterizedTest(name = "DF-28 {0}")
    @CsvSource(delimiter = '|', textBlock = """
            (a) nothing                  | ''                                | false
            (b) add                      | add a1                            | true
            (c) empty list               | replace []                        | true
            (d) list                     | replace [a1 b2]                   | false
            (e) list, one popped         | replace [a1 b2]; pop              | false
            (f) list, both popped        | replace [a1 b2]; pop; pop         | true
            (g) a key twice, one popped  | replace [a1 a2]; pop              | true
            a resync does not count      | resync                            | false
            a bookmark does not count    | bookmark 7                        | false
            a list after an add          | add a1; replace [a1 b2]           | true
            """)
    void hasSynced(String row, String steps, boolean expected) {
        Script script = new Script("");
        script.run(steps);
        assertEquals(expected, script.fifo.hasSynced(), row);
    }

    @Test
    void countsDeletionsAmongTheInitialItems() { // DF-25
        // Given
        Script script = new Script("foo5 bar6 baz7");
        script.run("replace [foo5]");
        for (String expected : List.of("R foo5", "T bar6", "T baz7")) {
            // When
            assertFalse(script.fifo.hasSynced());
            Deltas popped = script.fifo
                    .pop((deltas, initial) -> {
                        // Then: E1, the last one is not synced before it was processed
                        assertTrue(initial);
                        assertFalse(script.fifo.hasSynced());
                    })
                    .orElseThrow();
            assertEquals(expected, Script.text(popped));
        }
        assertTrue(script.fifo.hasSynced());
        assertTrue(script.fifo.pop((deltas, initial) -> {}).isEmpty());
    }

    @Test
    void losesTheItemWhoseProcessFails() { // XP-17
        // Given
        Script script = new Script("");
        script.run("replace [foo5]");
        // When
        assertThrows(
                IllegalStateException.class,
                () -> script.fifo.pop((deltas, initial) -> {
                    throw new IllegalStateException("test");
                }));
        // Then
        assertTrue(script.fifo.hasSynced());
        assertTrue(script.fifo.isEmpty());
    }

    @Test
    void aRealDeleteTakesTheTombstonesPlaceInsideTheList() {
        // Given
        Script script = new Script("foo5");
        script.run("replace [bar6]; delete foo9; add foo10");
        // When, Then
        assertEquals(List.of("R bar6", "D foo9", "all 100", "A foo10"), script.drain(9));
    }

    @Test
    void drainsInArrivalOrderAcrossKeysWithMarksBetween() {
        // Given
        Script script = new Script("old1");
        script.run("add foo10; add bar11; update foo12; bookmark 12; replace [foo12 new13]; update foo14");
        // When, Then: in bites, too
        assertEquals(List.of("A foo10", "A bar11"), script.drain(2));
        assertEquals(List.of("U foo12", "bookmark 12", "R foo12"), script.drain(3));
        assertEquals(List.of("R new13", "T bar11", "T old1", "all 100", "U foo14"), script.drain(9));
        assertTrue(script.fifo.isEmpty());
    }

    @Test
    void aDrainEndsWithAList() {
        // Given
        Script script = new Script("");
        script.run("replace [a1]; add b2");
        List<String> handed = new ArrayList<>();
        // When, Then
        assertEquals(2, script.fifo.drain(9, Script.collecting(handed)));
        assertEquals(List.of("R a1", "all 100"), handed);
    }

    @Test
    void syncsWithTheMarkOfTheFirstListWhenDrained() {
        // Given
        Script script = new Script("");
        script.run("bookmark 3; replace [a1 b2]; update a4");
        // When, Then
        script.drain(3);
        assertFalse(script.fifo.hasSynced());
        assertEquals(List.of("all 100"), script.drain(1));
        assertTrue(script.fifo.hasSynced());
    }

    @Test
    void aLongListEntersInStepsAndWhatIsToldMeanwhileWaitsBehindIt() {
        // Given
        Script script = new Script("gone1", 2);
        script.run("add foo2; replace [a3 b4 foo5]; update a6; delete nothing7; delete b8; bookmark 9");
        List<String> handed = new ArrayList<>();
        // When, Then: three listed, one queued before, one known
        assertEquals(0, script.fifo.drain(9, Script.collecting(handed)));
        assertEquals(0, script.fifo.drain(9, Script.collecting(handed)));
        assertFalse(script.fifo.isEmpty());
        assertEquals(
                List.of(
                        "A foo2",
                        "R a3",
                        "R b4",
                        "R foo5",
                        "T gone1",
                        "all 100",
                        "U a6",
                        "bookmark 7",
                        "D b8",
                        "bookmark 9"),
                script.drain(10));
        assertTrue(script.fifo.isEmpty());
    }

    @Test
    void poppingTakesALongListAsAWhole() {
        // Given
        Script script = new Script("gone1", 1);
        script.run("replace [a3 b4]; update a6");
        assertFalse(script.fifo.hasSynced());
        // When, Then
        assertEquals(List.of("R a3, U a6", "R b4", "T gone1"), script.popAll());
        assertTrue(script.fifo.hasSynced());
    }

    @Test
    void aLongResyncSkipsWhatIsQueuedAndWakesOnce() {
        // Given
        AtomicInteger woken = new AtomicInteger();
        Script.Known known = new Script("a1 b2 c3").known;
        DeltaFifo fifo = new DeltaFifo(known, woken::incrementAndGet, 1);
        fifo.update(Script.object("b5"));
        // When
        fifo.resync();
        fifo.delete(Script.object("c6"));
        // Then
        List<String> handed = new ArrayList<>();
        while (!fifo.isEmpty()) {
            fifo.drain(9, Script.collecting(handed));
        }
        assertEquals(List.of("U b5", "S a1", "S c3", "D c6"), handed);
        assertEquals(1, woken.get());
    }

    @Test
    void wakesItsOwnerOnlyWhenItWasEmpty() {
        // Given
        AtomicInteger woken = new AtomicInteger();
        DeltaFifo fifo = new DeltaFifo(new Script("foo1").known, woken::incrementAndGet);
        // When, Then
        fifo.delete(Script.object("foo2"));
        fifo.delete(Script.object("foo2"));
        fifo.replace(List.of(), ResourceVersion.of(3));
        assertEquals(1, woken.get());
        fifo.drain(9, Script.collecting(new ArrayList<>()));
        fifo.bookmark(ResourceVersion.of(4));
        assertEquals(2, woken.get());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            late delete, successor known     | foo5#2 | delete foo4#1                        | bookmark 4
            late delete, successor queued    | foo3#1 | add foo5#2; delete foo6#1            | A foo5, bookmark 6
            late delete, successor deleted   | foo5#2 | delete foo7#2; delete foo8#1         | D foo7, bookmark 8
            late delete, successor vanished  | foo5#2 | replace []; delete foo4#1            | T foo5, all 100, bookmark 4
            late delete, then a list without | foo5#2 | delete foo4#1; replace []            | bookmark 4, T foo5, all 100
            late delete, successor listed    | foo3#1 | replace [foo5#2]; delete foo6#1      | R foo5, all 100, bookmark 6
            its own delete                   | foo5#2 | update foo6#2; delete foo7#2         | U foo6, D foo7
            delete of what was never seen    | bar1   | delete foo7                          | bookmark 7
            """)
    void aDeleteIsOfAnObjectNotOfAKey(String row, String known, String steps, String expected) {
        // Given
        Script script = new Script(known);
        // When
        script.run(steps);
        // Then: its version counts all the same (XP-22)
        assertEquals(expected, String.join(", ", script.drain(9)), row);
    }

    @Test
    void deltasAreNeverEmpty() { // DF-27, RQ-26, CL-02
        assertThrows(IllegalArgumentException.class, () -> new Deltas(List.of()));
        Delta only = new Delta(DeltaType.TOMBSTONE, Script.object("foo1"), 0);
        Deltas deltas = new Deltas(List.of(only));
        assertEquals("foo", deltas.key().toString());
        assertEquals(deltas.oldest(), deltas.newest());
        assertTrue(only.finalStateUnknown());
    }
}
