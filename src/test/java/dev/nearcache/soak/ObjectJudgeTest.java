package dev.nearcache.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Change.Telling;
import dev.nearcache.soak.Item.What;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The oracle of types whose changes are in order for each object only can fail too, and allows what must be allowed. */
class ObjectJudgeTest {
    private static final String X = "team-00/x";
    private static final String Y = "team-01/y";

    private final Findings findings = new Findings(new PrintStream(OutputStream.nullOutputStream()), 0);
    private final History history = new History(100, Map.of(X, state(X, 50), Y, state(Y, 60)));
    private final Union union = new Union(history, SoakType.SERVICES);
    private final Relists relists = new Relists();
    private final Judge judge = new ObjectJudge("client", Selector.ALL, history, union, relists, findings);

    @BeforeEach
    void looks() {
        relists.reached(100);
    }

    private static State state(String key, long version) {
        return new State(version, "uid", new Traits(key.substring(0, key.indexOf('/')), "", ""));
    }

    private void happens(long version, String key) {
        happens(version, key, state(key, version), Telling.TOLD);
    }

    private void happens(long version, String key, @Nullable State after, Telling telling) {
        history.add(new Fact(version, key, history.newest().get(key), after, telling));
    }

    private void sees(What what, String key, long version) {
        judge.take(new Item(what, key, "uid", version));
    }

    private void hasSnapshot() {
        judge.take(Item.mark(What.SNAPSHOT, 0));
        sees(What.ADDED, X, 50);
        sees(What.ADDED, Y, 60);
        judge.take(Item.mark(What.SYNCED, 100));
    }

    private void found(Finding finding) {
        assertEquals(1, findings.count(finding), finding::toString);
        assertEquals(1, findings.total());
    }

    @Test
    void allowsANamespaceToBeBehindAnother() {
        // Given
        happens(101, X);
        happens(102, Y);
        hasSnapshot();

        // When
        sees(What.MODIFIED, Y, 102);
        sees(What.MODIFIED, X, 101);

        // Then
        assertEquals(0, findings.total());
        assertEquals(2, judge.exact());
        assertEquals("", judge.difference(history.newest().now()));
    }

    @Test
    void findsAChangeThatWasLostBeforeALaterOneOfTheObject() {
        // Given
        happens(101, X);
        happens(102, X);
        hasSnapshot();

        // When
        sees(What.MODIFIED, X, 102);

        // Then
        found(Finding.LOST);
    }

    @Test
    void allowsAListThatCameAfterAChangeToMergeIt() {
        // Given
        happens(101, X);
        happens(102, X);
        relists.counted(1);
        hasSnapshot();

        // When
        sees(What.MODIFIED, X, 102);

        // Then
        assertEquals(0, findings.total());
        assertEquals(1, judge.lenient());
    }

    @Test
    void findsThatAListThatCameBeforeAChangeCannotHaveMergedIt() {
        // Given
        relists.counted(1);
        relists.reached(100);
        happens(101, X);
        happens(102, X);
        hasSnapshot();

        // When
        sees(What.MODIFIED, X, 102);

        // Then
        found(Finding.LOST);
    }

    @Test
    void findsAnObjectThatGoesBack() {
        // Given
        happens(101, X);
        happens(102, X);
        hasSnapshot();
        sees(What.MODIFIED, X, 101);
        sees(What.MODIFIED, X, 102);

        // When
        sees(What.MODIFIED, X, 101);

        // Then
        found(Finding.REORDERED);
    }

    @Test
    void allowsANewConnectionToRepeat() {
        // Given
        happens(101, X);
        happens(102, X);
        hasSnapshot();
        sees(What.MODIFIED, X, 101);
        sees(What.MODIFIED, X, 102);
        judge.take(Item.mark(What.RESUMED, 100));

        // When
        sees(What.MODIFIED, X, 101);
        sees(What.MODIFIED, X, 102);

        // Then
        assertEquals(0, findings.total());
    }

    @Test
    void allowsANewConnectionToRepeatADeleteThatWasOnlyInferred() {
        // Given
        happens(101, X);
        happens(102, Y, null, Telling.SILENT);
        hasSnapshot();
        sees(What.MODIFIED, X, 101);
        sees(What.DELETED, Y, 101);
        judge.take(Item.mark(What.RESUMED, 101));

        // When
        sees(What.DELETED, Y, 101);

        // Then
        assertEquals(0, findings.total());

        // When
        sees(What.DELETED, Y, 101);

        // Then
        found(Finding.INVENTED);
    }

    @Test
    void findsARepeatThatSkips() {
        // Given
        happens(101, X);
        happens(102, X);
        happens(103, X);
        hasSnapshot();
        sees(What.MODIFIED, X, 101);
        sees(What.MODIFIED, X, 102);
        judge.take(Item.mark(What.RESUMED, 100));
        sees(What.MODIFIED, X, 101);

        // When
        sees(What.MODIFIED, X, 103);

        // Then
        found(Finding.LOST);
    }

    @Test
    void findsAChangeThatNeverWas() {
        // Given
        happens(101, X);
        hasSnapshot();

        // When
        sees(What.MODIFIED, Y, 101);

        // Then
        found(Finding.INVENTED);
    }

    @Test
    void findsADeleteOfWhatIsStillThere() {
        // Given
        happens(101, Y);
        hasSnapshot();

        // When
        sees(What.DELETED, X, 101);

        // Then
        found(Finding.INVENTED);
    }

    @Test
    void allowsWhatNoWatchWasToldOfToBeMissedAndToComeLate() {
        // Given
        happens(101, X, state(X, 101), Telling.SILENT);
        happens(102, X);
        happens(103, Y, null, Telling.SILENT);
        happens(104, X);
        hasSnapshot();

        // When
        sees(What.MODIFIED, X, 102);
        sees(What.MODIFIED, X, 104);
        sees(What.DELETED, Y, 104);

        // Then
        assertEquals(0, findings.total());
        assertTrue(judge.shows(Y, null));
    }

    @Test
    void allowsAListToBringWhatASnapshotLackedInSilence() {
        // Given
        happens(101, "team-00/new", state("team-00/new", 101), Telling.SILENT);
        happens(102, Y);
        judge.take(Item.mark(What.SNAPSHOT, 0));
        sees(What.ADDED, X, 50);
        sees(What.ADDED, Y, 102);
        judge.take(Item.mark(What.SYNCED, 102));

        // When
        sees(What.ADDED, "team-00/new", 101);

        // Then
        assertEquals(0, findings.total());
    }

    @Test
    void findsASnapshotInWhichANamespaceNeverWasSo() {
        // Given
        happens(101, X);
        happens(102, X);
        happens(103, Y);

        // When
        judge.take(Item.mark(What.SNAPSHOT, 0));
        sees(What.ADDED, X, 101);
        judge.take(Item.mark(What.SYNCED, 103));

        // Then
        found(Finding.INCONSISTENT);
    }

    @Test
    void takesAListAsTheUnionOfNamespacesEachOfItsOwnMoment() {
        // Given
        happens(101, X);
        happens(102, X);
        happens(103, Y);

        // When
        Union.Standing standing = union.at(103, Map.of(X, state(X, 101), Y, state(Y, 103)), Selector.ALL);

        // Then
        assertEquals(Map.of(), standing.wrong());
        assertEquals(101, standing.of(X));
        assertEquals(103, standing.of(Y));
    }

    @Test
    void findsAListThatIsNewerThanItSays() {
        // Given
        happens(101, X);
        happens(102, X);

        // When
        Union.Standing standing = union.at(101, Map.of(X, state(X, 102), Y, state(Y, 60)), Selector.ALL);

        // Then
        assertFalse(standing.wrong().isEmpty());
    }

    @Test
    void findsASilentChangeThatNoListBrings() {
        // Given
        Healing healing = new Healing(findings);
        happens(101, X, state(X, 101), Telling.SILENT);
        hasSnapshot();

        // When
        for (int i = 0; i < Healing.BOUND; i++) {
            healing.look(new Spans.Look(101, 0, Spans.Standing.LIVE), history, judge);
        }

        // Then
        found(Finding.LOST);
    }
}
