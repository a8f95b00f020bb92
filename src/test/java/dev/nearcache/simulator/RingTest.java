package dev.nearcache.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class RingTest {
    private static final SimType PODS = SimType.standard().get(0);

    @Test
    void keepsTheNewestAndFindsThemByVersion() {
        // Given
        Ring ring = new Ring(3);
        // When
        for (long version : new long[] {10, 20, 30, 40, 50}) {
            ring.add(change(version));
        }
        // Then
        assertEquals(
                List.of(30L, 40L, 50L),
                ring.toList().stream().map(Change::version).toList());
        assertEquals(2, ring.first());
        assertEquals(3, ring.after(30));
        assertEquals(3, ring.after(35));
        assertEquals(5, ring.after(50));
        assertEquals(2, ring.after(1));
    }

    @Test
    void positionsGoOnAfterItIsCleared() {
        // Given
        Ring ring = new Ring(3);
        ring.add(change(10));
        // When
        ring.clear();
        ring.add(change(20));
        // Then
        assertEquals(1, ring.first());
        assertEquals(2, ring.end());
        assertEquals(20, ring.get(1).version());
    }

    @Test
    void theFloorOfAHistoryIsBelowItsOldestChange() {
        // Given: kubernetes-api.md 3.5, list at 10, then 20 (evicted), 30, 40, 50
        History history = new History(3);
        history.compact(10);
        assertEquals(10, history.floor());
        // When
        for (long version : new long[] {20, 30, 40, 50}) {
            history.add(change(version));
        }
        // Then
        assertEquals(29, history.floor());
    }

    private static Change change(long version) {
        SimObject object = new SimObject(PODS, "n", "p", "u", version, () -> new byte[0]);
        return new Change(Change.Kind.MODIFIED, object, object, Change.Telling.TOLD);
    }
}
