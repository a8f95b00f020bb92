package dev.nearcache.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.simulator.Change.Telling;
import dev.nearcache.soak.Item.What;
import dev.nearcache.soak.Selector.Rule;
import dev.nearcache.soak.Spans.Look;
import dev.nearcache.soak.Spans.Standing;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The oracle can fail: each way in which a stream can be wrong is found, and a right one is not. */
class SequenceJudgeTest {
    private static final Traits PLAIN = new Traits("team-00", "", "");
    private static final Traits A = new Traits("team-00", "a", "");

    private final Findings findings = new Findings(new PrintStream(OutputStream.nullOutputStream()), 0);
    private final History history = new History(100, Map.of("x", state(50, PLAIN), "y", state(60, PLAIN)));
    private final Spans spans = new Spans();
    private final Judge judge = judge(Selector.ALL);

    private Judge judge(Selector selector) {
        return new SequenceJudge("client", selector, history, spans, findings);
    }

    private static State state(long version, Traits traits) {
        return new State(version, "uid", traits);
    }

    private void happens(long version, String key, @Nullable State after) {
        history.add(new Fact(version, key, history.newest().get(key), after, Telling.TOLD));
    }

    private void happens(long version, String key, Traits traits) {
        happens(version, key, state(version, traits));
    }

    /** The sidecar has every change after a version, up to another. */
    private void followed(long from, long to) {
        spans.add(new Look(from - 1, 0, Standing.LIVE));
        spans.add(new Look(from, 0, Standing.LIVE));
        spans.add(new Look(to, 0, Standing.LIVE));
    }

    /** It has listed again in between. */
    private void relisted(long from, long to, long after) {
        followed(from - 1, from);
        spans.add(new Look(to, 1, Standing.LIVE));
        spans.add(new Look(to, 1, Standing.LIVE));
        for (long version = after; version < after + Spans.SURE; version++) {
            spans.add(new Look(version, 1, Standing.LIVE));
        }
    }

    private void sees(What what, String key, long version) {
        judge.take(new Item(what, key, "uid", version));
    }

    private void hasSnapshot() {
        judge.take(Item.mark(What.SNAPSHOT, 0));
        sees(What.ADDED, "x", 50);
        sees(What.ADDED, "y", 60);
        judge.take(Item.mark(What.SYNCED, 100));
    }

    private void found(Finding finding) {
        assertEquals(1, findings.count(finding), finding::toString);
        assertEquals(1, findings.total());
    }

    @Test
    void findsNothingWrongWithAStreamThatIsRight() {
        // Given
        happens(101, "x", PLAIN);
        happens(102, "y", (State) null);
        happens(103, "z", PLAIN);
        followed(100, 103);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 101);
        sees(What.DELETED, "y", 102);
        sees(What.ADDED, "z", 103);

        // Then
        assertEquals(0, findings.total());
        assertEquals(3, judge.exact());
        assertEquals("", judge.difference(history.newest().now()));
    }

    @Test
    void findsAChangeThatWasLostThoughALaterOneCame() {
        // Given
        happens(101, "x", PLAIN);
        happens(102, "x", PLAIN);
        followed(100, 102);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 102);

        // Then
        found(Finding.LOST);
    }

    @Test
    void findsAChangeThatABookmarkPassedOver() {
        // Given
        happens(101, "x", PLAIN);
        followed(100, 105);

        // When
        hasSnapshot();
        judge.take(Item.mark(What.BOOKMARK, 104));

        // Then
        found(Finding.LOST);
    }

    @Test
    void findsAnObjectThatIsMissingFromASnapshot() {
        // When
        judge.take(Item.mark(What.SNAPSHOT, 0));
        sees(What.ADDED, "x", 50);
        judge.take(Item.mark(What.SYNCED, 100));

        // Then
        found(Finding.LOST);
    }

    @Test
    void findsAChangeThatNeverWas() {
        // Given
        happens(101, "x", PLAIN);
        followed(100, 105);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 101);
        sees(What.MODIFIED, "y", 103);

        // Then
        found(Finding.INVENTED);
    }

    @Test
    void findsADeleteOfWhatIsStillThere() {
        // Given
        happens(101, "x", PLAIN);
        followed(100, 105);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 101);
        sees(What.DELETED, "y", 101);

        // Then
        found(Finding.INVENTED);
    }

    @Test
    void findsChangesInTheWrongOrder() {
        // Given
        happens(101, "x", PLAIN);
        happens(102, "y", PLAIN);
        spans.add(new Look(102, 0, Standing.TROUBLED));

        // When
        hasSnapshot();
        sees(What.MODIFIED, "y", 102);
        sees(What.MODIFIED, "x", 101);

        // Then
        found(Finding.REORDERED);
    }

    @Test
    void findsAChangeThatIsToldTwice() {
        // Given
        happens(101, "x", PLAIN);
        followed(100, 101);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 101);
        sees(What.MODIFIED, "x", 101);

        // Then
        found(Finding.REORDERED);
    }

    @Test
    void allowsWhatIsToldAgainAfterAResumeBeforeIt() {
        // Given
        happens(101, "x", PLAIN);
        happens(102, "y", PLAIN);
        followed(100, 102);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 101);
        judge.take(Item.mark(What.RESUMED, 100));
        sees(What.MODIFIED, "x", 101);
        sees(What.MODIFIED, "y", 102);

        // Then
        assertEquals(0, findings.total());
    }

    @Test
    void allowsItAlsoWhereAConnectionBetweenBroughtNothing() {
        // Given
        happens(101, "x", PLAIN);
        followed(100, 101);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 101);
        judge.take(Item.mark(What.RESUMED, 100));
        judge.take(Item.mark(What.RESUMED, 100));
        sees(What.MODIFIED, "x", 101);

        // Then
        assertEquals(0, findings.total());
    }

    @Test
    void findsADeleteAtTheVersionOfAChangeAfterWhichTheObjectIsStillThere() {
        // Given
        happens(101, "x", PLAIN);
        followed(100, 101);

        // When
        hasSnapshot();
        sees(What.DELETED, "x", 101);

        // Then
        found(Finding.INVENTED);
    }

    @Test
    void findsAResumeThatForgetsAChange() {
        // Given
        happens(101, "x", PLAIN);
        happens(102, "y", PLAIN);
        followed(100, 102);

        // When
        hasSnapshot();
        judge.take(Item.mark(What.RESUMED, 100));
        sees(What.MODIFIED, "y", 102);

        // Then
        found(Finding.LOST);
    }

    @Test
    void allowsARelistToMergeChanges() {
        // Given
        happens(103, "x", PLAIN);
        happens(104, "x", PLAIN);
        happens(105, "y", (State) null);
        happens(107, "x", PLAIN);
        relisted(102, 106, 107);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 104);
        sees(What.DELETED, "y", 106);
        sees(What.MODIFIED, "x", 107);

        // Then
        assertEquals(0, findings.total());
    }

    @Test
    void findsADeleteThatARelistLost() {
        // Given
        happens(103, "x", PLAIN);
        happens(105, "y", (State) null);
        happens(107, "x", PLAIN);
        relisted(102, 106, 107);

        // When
        hasSnapshot();
        sees(What.MODIFIED, "x", 103);
        sees(What.MODIFIED, "x", 107);

        // Then
        found(Finding.LOST);
    }

    @Test
    void findsAnObjectThatLeftASelectionUnseen() {
        // Given
        happens(101, "x", A);
        happens(102, "x", PLAIN);
        happens(103, "y", A);
        followed(100, 103);
        Judge selective = judge(new Selector("", Rule.IS_A));

        // When
        selective.take(Item.mark(What.SNAPSHOT, 0));
        selective.take(Item.mark(What.SYNCED, 100));
        selective.take(new Item(What.ADDED, "x", "uid", 101));
        selective.take(new Item(What.ADDED, "y", "uid", 103));

        // Then
        found(Finding.LOST);
    }

    @Test
    void findsAKindThatDoesNotFit() {
        // Given
        happens(101, "x", PLAIN);
        spans.add(new Look(101, 0, Standing.TROUBLED));

        // When
        hasSnapshot();
        sees(What.ADDED, "x", 101);

        // Then
        found(Finding.INCONSISTENT);
    }

    @Test
    void findsVersionsThatGoBackWithoutAReset() {
        // Given
        history.announce(-10_000_000);
        history.arrive();

        // When
        hasSnapshot();
        judge.take(Item.mark(What.BOOKMARK, -9_999_990));

        // Then
        found(Finding.REORDERED);
    }

    @Test
    void saysWhatDiffersAtAQuietPoint() {
        // Given
        hasSnapshot();

        // When
        happens(101, "z", PLAIN);

        // Then
        assertEquals(
                "lost 1 [z@101], invented 0", judge.difference(history.newest().now()));
    }
}
