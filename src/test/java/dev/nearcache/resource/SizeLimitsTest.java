package dev.nearcache.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeLimitsTest {
    @ParameterizedTest(name = "{0} objects, {1} bytes: {2} of {3}")
    @CsvSource({
        "0, 0, 1000000, 1000000000, ''",
        "10, 0, 10, 1000000000, ''",
        "10, 0, 11, 0, 'more than 10 objects, as limited by maxObjects: 10'",
        "0, 4096, 1000000, 4096, ''",
        "0, 4096, 0, 4097, 'more than 4096 bytes of JSON, as limited by maxBytes: 4096'",
        "10, 4096, 11, 4097, 'more than 10 objects, as limited by maxObjects: 10'",
    })
    void whatIsAllowedFitsAndOneMoreDoesNot(long maxObjects, long maxBytes, long objects, long bytes, String excess) {
        // Given
        SizeLimits limits = new SizeLimits(maxObjects, maxBytes);

        // When
        String found = limits.exceededBy(objects, bytes).orElse("");

        // Then
        assertEquals(excess, found);
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "0, -1"})
    void aLimitIsNotNegative(long maxObjects, long maxBytes) {
        assertThrows(IllegalArgumentException.class, () -> new SizeLimits(maxObjects, maxBytes));
    }
}
