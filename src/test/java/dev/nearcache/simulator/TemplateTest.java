package dev.nearcache.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TemplateTest {
    @Test
    void fillsTheGapsInStringsAndTheBareOnes() {
        // Given
        Map<String, String> values = new HashMap<>(new Layout(SimulatorSettings.quiet()).values(3, 3));
        values.putAll(Map.of("name", "w", "namespace", "n", "uid", "u", "version", "9", "created", "c"));
        // When
        String json = new String(Template.load("widgets").render(values), StandardCharsets.UTF_8);
        // Then
        assertTrue(json.startsWith("{\"metadata\":{\"name\":\"w\",\"namespace\":\"n\",\"uid\":\"u\""), json);
        assertTrue(json.contains("\"size\":4"), json);
        assertTrue(json.contains("\"weight\":1.50"), json);
    }

    @Test
    void aMissingValueIsNamed() {
        // When
        IllegalStateException failure = assertThrows(
                IllegalStateException.class, () -> Template.load("widgets").render(Map.of()));
        // Then
        assertEquals("no value for ${name}", failure.getMessage());
    }
}
