package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ages in kube-apiserver's words (kubernetes-api.md 2.7). */
class AgesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00.9Z");

    @ParameterizedTest
    @CsvSource({
        "PT-2S, <invalid>",
        "PT-1.999S, 0s",
        "PT-1S, 0s",
        "PT-0.5S, 0s",
        "PT0S, 0s",
        "PT0.999S, 0s",
        "PT1.999S, 1s",
        "PT119.999S, 119s",
        "PT2M, 2m",
        "PT2M1S, 2m1s",
        "PT9M59.9S, 9m59s",
        "PT10M, 10m",
        "PT10M59S, 10m",
        "PT179M59S, 179m",
        "PT3H, 3h",
        "PT3H1M, 3h1m",
        "PT7H59M59S, 7h59m",
        "PT8H, 8h",
        "PT47H59M, 47h",
        "P2D, 2d",
        "P2DT1H59M, 2d1h",
        "P7DT23H, 7d23h",
        "P8D, 8d",
        "P729DT23H, 729d",
        "P730D, 2y",
        "P731DT5H, 2y1d",
        "P2919DT23H, 7y364d",
        "P2920D, 8y",
        "P3300D, 9y",
        "P109500D, 292y",
        "P365000D, 292y",
        "P-365000D, <invalid>"
    })
    void aSpanIsToldInOneOrTwoUnits(Duration span, String told) {
        assertEquals(told, Ages.human(span));
    }

    @Test
    void anAgeIsCountedFromATimestamp() {
        assertEquals("10s", Ages.since(TextNode.valueOf("2026-11-30T11:59:50Z"), NOW));
        assertEquals("0s", Ages.since(TextNode.valueOf("2026-11-30T12:00:01.000001Z"), NOW));
        assertEquals("<invalid>", Ages.since(TextNode.valueOf("2026-11-30T12:00:03Z"), NOW));
        assertEquals("60m", Ages.since(TextNode.valueOf("2026-11-30T12:00:00+01:00"), NOW));
    }

    @Test
    void whatIsNoTimestampHasAnUnknownAge() {
        for (JsonNode none : List.of(
                MissingNode.getInstance(), NullNode.getInstance(), TextNode.valueOf(""), TextNode.valueOf("hashed"))) {
            assertEquals("<unknown>", Ages.since(none, NOW));
        }
    }
}
