package dev.nearcache.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.config.ConfigFile;
import dev.nearcache.config.SidecarConfig;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.Testbed;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManifestsIT {
    @TempDir
    Path directory;

    @Test
    @Tag("testbed")
    void areAcceptedByARealApiServer() {
        // Given
        try (Testbed testbed = Testbed.start(directory)) {
            // When
            Command applied = testbed.kubectl("apply", "--dry-run=server", "-k", "k8s/");

            // Then
            assertEquals(0, applied.exit(), applied::toString);
            assertTrue(applied.out().contains("deployment.apps/example created (server dry run)"), applied::toString);
        }
    }

    @Test
    void giveTheSidecarAConfigurationThatItCanRead() {
        // Given the environment of the manifest's pod
        Map<String, String> pod = Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1", "NODE_NAME", "node-1");

        // When
        SidecarConfig config = SidecarConfig.load(ConfigFile.read(Path.of("k8s", "config.yaml")), Map.of(), pod);

        // Then
        assertEquals("spec.nodeName=node-1", config.resources().get(0).fieldSelector());
    }
}
