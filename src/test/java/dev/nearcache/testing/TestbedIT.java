package dev.nearcache.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("testbed")
class TestbedIT {
    @TempDir
    Path directory;

    @Test
    void keepsItsObjectsWhenItIsKilledAndStartedAgain() {
        // Given
        try (Testbed testbed = Testbed.start(directory)) {
            Command created = testbed.kubectl("create", "namespace", "kept");
            assertEquals(0, created.exit(), created::toString);

            // When
            testbed.restart();

            // Then
            Command found = testbed.kubectl("get", "namespace", "kept", "-o", "name");
            assertTrue(found.out().contains("namespace/kept"), found::toString);
        }
    }
}
