package dev.nearcache.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryLimitTest {
    @Test
    void aLimitThatTheProcessDoesNotFitIntoIsSaidWithBothNumbers() {
        // When
        Optional<String> said = MemoryLimit.shortage(64L << 20);

        // Then
        String text = said.orElseThrow();
        assertTrue(text.contains("is 64 MiB") && text.contains("needs 96 MiB"), text);
    }

    @Test
    void enoughMemoryIsNotSpokenOfNorIsOneThatIsNotKnown() {
        assertEquals(Optional.empty(), MemoryLimit.shortage(MemoryLimit.LEAST_BYTES));
        assertEquals(Optional.empty(), MemoryLimit.shortage(1L << 40));
        assertEquals(Optional.empty(), MemoryLimit.shortage(0));
    }
}
