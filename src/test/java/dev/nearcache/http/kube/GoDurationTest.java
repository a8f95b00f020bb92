package dev.nearcache.http.kube;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Durations as Go reads them; each row was tried on kube-apiserver. */
class GoDurationTest {
    @ParameterizedTest
    @CsvSource({
        "0, PT0S",
        "1h30m, PT1H30M",
        "-1s, PT-1S",
        "+1.5s, PT1.5S",
        ".5ms, PT0.0005S",
        "1us, PT0.000001S",
        "0.00000000000000000000000000000000001s, PT0S",
        "9223372036854775807ns, PT2562047H47M16.854775807S",
        "-9223372036854775808ns, PT-2562047H-47M-16.854775808S",
        "9223372036.854775807s, PT2562047H47M16.854775807S",
        "000000000000000000000000000001s, PT1S",
    })
    void isRead(String text, Duration duration) {
        assertEquals(duration, GoDuration.parse(text));
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775808ns",
        "-9223372036854775809ns",
        "9223372036.854775808s",
        "2562047h47m16.854775808s",
        "99999999999999999999s",
        "''",
        "-",
        "."
    })
    void isNone(String text) {
        IllegalArgumentException wrong = assertThrows(IllegalArgumentException.class, () -> GoDuration.parse(text));
        assertEquals("time: invalid duration \"" + text + "\"", wrong.getMessage());
    }

    @Test
    void aTimeoutOfNothingOrLessBoundsNothing() {
        assertEquals(Optional.empty(), Parameters.parse("timeout=0").timeout());
        assertEquals(Optional.empty(), Parameters.parse("timeout=-1s").timeout());
        assertEquals(
                Optional.of(Duration.ofSeconds(1)),
                Parameters.parse("timeout=1s").timeout());
    }
}
