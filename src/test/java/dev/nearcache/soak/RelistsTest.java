package dev.nearcache.soak;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RelistsTest {
    private final Relists relists = new Relists();

    @Test
    void aChangeIsMergedOnlyByAListThatCameAfterIt() {
        // Given
        relists.counted(1);
        relists.reached(100);

        // When, Then
        assertTrue(relists.since(100));
        assertFalse(relists.since(101));

        // When
        relists.counted(2);

        // Then
        assertTrue(relists.since(101));
    }

    @Test
    void whatWasCountedAfterTheVersionsWentBackSaysNothingOfBefore() {
        // Given a first look that came late, and a restore
        relists.reached(1_000_000_013L);
        relists.counted(3);
        relists.reached(990_000_000L);

        // When, Then
        assertTrue(relists.since(1_000_000_011L));
        assertTrue(relists.since(1_000_000_014L));
        assertFalse(relists.since(990_000_001L));
    }
}
