package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.Command;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedSidecar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client-go informer cannot tell the sidecar from the API server behind it. */
@Tag("testbed")
@Timeout(300)
class TestbedMirrorIT {
    private static final Duration LIMIT = Duration.ofSeconds(140);

    @TempDir
    Path directory;

    @Test
    void anInformerOnTheSidecarHoldsWhatOneOnTheApiServerHolds() throws Exception {
        Testbed.assumeBuilt("load");
        Testbed.assumeBuilt("informer");
        try (Testbed server = Testbed.start(directory)) {
            // Given
            Command loaded = server.run(LIMIT, "load", "-n", "3000", "pods");
            assertEquals(0, loaded.exit(), loaded::toString);
            try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "pods")) {
                sidecar.awaitSynced();

                // When
                CompletableFuture<Command> churn = CompletableFuture.supplyAsync(
                        () -> server.run(LIMIT, "load", "-n", "9000", "-rate", "300", "churn"));
                Command mirror = server.run(LIMIT, "informer", "-other", sidecar.url(), "-for", "35s", "mirror");

                // Then
                System.out.println("mirror: " + mirror.out().strip());
                assertEquals(0, mirror.exit(), mirror::toString);
                assertTrue(mirror.out().startsWith("objects 3000/3000 "), mirror::toString);
                assertEquals(new Command(0, "changing 3000 pods, 9000 times\n", ""), churn.join());
            }
        }
    }

    /** A typed client decodes every value of a list, so that one which it cannot decode costs it all of them. */
    @Test
    void aTypedInformerReadsSecretsWhoseValuesAreHashes() throws Exception {
        Testbed.assumeBuilt("informer");
        try (Testbed server = Testbed.start(directory)) {
            // Given
            server.admin("create", "secret", "generic", "login", "--from-literal=user=ann", "--from-literal=none=");
            server.admin("create", "secret", "generic", "other", "--from-literal=user=bob");
            try (TestbedSidecar sidecar = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "secrets")) {
                sidecar.awaitSynced();

                // When
                Command mirror = server.run(
                        LIMIT, "informer", "-other", sidecar.url(), "-resource", "secrets", "-for", "5s", "mirror");

                // Then
                assertEquals(0, mirror.exit(), mirror::toString);
                assertTrue(mirror.out().startsWith("objects 2/2 "), mirror::toString);
            }
        }
    }
}
