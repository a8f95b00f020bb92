package dev.nearcache.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.soak.Spans.Look;
import dev.nearcache.soak.Spans.Standing;
import org.junit.jupiter.api.Test;

class SpansTest {
    private final Spans spans = new Spans();

    private void look(long version, long relists) {
        spans.add(new Look(version, relists, Standing.LIVE));
    }

    @Test
    void isStrictWhileNoRelistIsCounted() {
        // When
        look(10, 0);
        look(11, 0);
        look(20, 0);
        look(30, 0);

        // Then
        assertFalse(spans.strict(11));
        assertTrue(spans.strict(12));
        assertTrue(spans.strict(30));
    }

    @Test
    void isLenientFromTheLookBeforeARelistUntilItIsSettled() {
        // When
        look(10, 0);
        look(11, 0);
        look(20, 0);
        look(30, 0);
        look(40, 1);
        look(50, 1);
        look(60, 1);
        look(70, 1);

        // Then
        assertTrue(spans.strict(20));
        assertFalse(spans.strict(21));
        assertFalse(spans.strict(50));
        assertTrue(spans.strict(51));
        assertEquals(Long.MAX_VALUE, spans.settledBy(35));
        assertEquals(1, spans.relists());

        // When
        for (int version = 80; version <= 130; version += 10) {
            look(version, 1);
        }

        // Then
        assertEquals(50, spans.settledBy(35));
    }

    @Test
    void doesNotTakeTheVersionsOfAnotherEpochForItsOwn() {
        // Given
        look(Spans.EPOCH * 5, 0);
        look(Spans.EPOCH * 5 + 1, 0);
        look(Spans.EPOCH * 5 + 2, 0);

        // Then
        assertFalse(spans.strict(10));
        assertEquals(Long.MAX_VALUE, spans.settledBy(10));
    }
}
