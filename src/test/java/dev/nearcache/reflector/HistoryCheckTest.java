package dev.nearcache.reflector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FakeListerWatcher;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryCheckTest {
    private static final ResourceVersion OURS = ResourceVersion.of(10);

    private final FakeListerWatcher server = new FakeListerWatcher();
    private final List<String> older = new ArrayList<>();
    private final HistoryCheck check = new HistoryCheck(server, theirs -> older.add(theirs.toString()));

    private void opened() {
        check.opened(OURS, () -> true);
    }

    @Test
    void asksNothingWhileContactWasKept() {
        // When
        opened();
        check.lost();
        check.listed();
        opened();

        // Then
        assertEquals(List.of(), server.requests());
    }

    @Test
    void anOlderServerIsToldOnce() {
        // Given
        check.lost();
        opened();

        // When
        server.answerNewest(9);
        opened();

        // Then
        assertEquals(List.of("newest"), server.requests());
        assertEquals(List.of("9"), older);
    }

    @Test
    void theSameVersionOrNoneIsNoOlderHistory() {
        // Given
        check.lost();
        opened();
        server.answerNewest(10);
        check.lost();
        opened();

        // When
        server.answerNewest(0);

        // Then
        assertEquals(List.of(), older);
    }

    @Test
    void anAnswerForAWatchThatHasEndedIsDroppedAndTheNextWatchAsksAgain() {
        // Given
        check.lost();
        check.opened(OURS, () -> false);

        // When
        server.answerNewest(9);
        opened();
        server.answerNewest(9);

        // Then
        assertEquals(List.of("newest", "newest"), server.requests());
        assertEquals(List.of("9"), older);
    }

    @Test
    void aWatchOfNoVersionHasNoHistoryToCompare() {
        // Given
        check.lost();

        // When
        check.opened(ResourceVersion.NONE, () -> true);

        // Then
        assertEquals(List.of(), server.requests());
    }
}
