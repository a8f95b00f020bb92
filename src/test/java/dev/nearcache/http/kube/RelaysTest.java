package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** So many answers are handed on at a time, and no more. */
class RelaysTest {
    @Test
    void refusesOneMoreUntilOneEnds() {
        // Given
        Relays relays = new Relays();
        for (int i = 0; i < 256; i++) {
            relays.begin();
        }

        // When
        Status refused = assertThrows(StatusException.class, relays::begin).status();
        relays.end();

        // Then
        assertEquals(429, refused.code());
        assertEquals(255, relays.open());
        assertEquals(256, relays.passed());
        assertDoesNotThrow(relays::begin);
    }
}
