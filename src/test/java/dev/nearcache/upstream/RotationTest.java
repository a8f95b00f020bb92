package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.ManualTimers;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Credentials that change in their files, looked at by hand. */
class RotationTest {
    private static final Vertx VERTX = Vertx.vertx();

    @TempDir
    private Path directory;

    private Path token;

    @BeforeEach
    void writeToken() throws IOException {
        token = Files.writeString(directory.resolve("token"), "first\n");
    }

    @AfterAll
    static void stop() {
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    private LiveCredentials credentials(Optional<Path> ca) {
        return new LiveCredentials(VERTX, ClusterAccess.server("https://h", Optional.of(token), ca));
    }

    private static String authorization(LiveCredentials credentials) {
        return credentials.grant().headers().get(0).value();
    }

    @Test
    void aNewTokenIsUsedOnceItHasSettled() throws IOException {
        // Given
        LiveCredentials credentials = credentials(Optional.empty());
        assertEquals("Bearer first", authorization(credentials));

        // When
        Files.writeString(token, "seco");
        credentials.look();
        Files.writeString(token, "second");
        credentials.look();
        String whileWritten = authorization(credentials);
        credentials.look();

        // Then
        assertEquals("Bearer first", whileWritten);
        assertEquals("Bearer second", authorization(credentials));
    }

    @Test
    void anEmptyAbsentOrGarbledTokenLeavesTheFormerInUse() throws IOException {
        // Given
        LiveCredentials credentials = credentials(Optional.empty());

        for (String useless : new String[] {"", " \n", "two words", "ünicode"}) {
            // When
            Files.writeString(token, useless);
            credentials.look();
            credentials.look();

            // Then
            assertEquals("Bearer first", authorization(credentials));
        }
        Files.delete(token);
        credentials.look();
        credentials.look();
        assertEquals("Bearer first", authorization(credentials));

        // When
        Files.writeString(token, "back");
        credentials.look();
        credentials.look();

        // Then
        assertEquals("Bearer back", authorization(credentials));
    }

    @Test
    void aSwappedSymbolicLinkIsSeenThoughItsTargetIsOld() throws IOException {
        // Given: as kubelet mounts a Secret
        Files.writeString(Files.createDirectory(directory.resolve("v1")).resolve("token"), "one");
        Files.writeString(Files.createDirectory(directory.resolve("v2")).resolve("token"), "two");
        Path data = Files.createSymbolicLink(directory.resolve("..data"), Path.of("v1"));
        Files.delete(token);
        Files.createSymbolicLink(token, Path.of("..data", "token"));
        LiveCredentials credentials = credentials(Optional.empty());

        // When
        Path next = Files.createSymbolicLink(directory.resolve("..data_tmp"), Path.of("v2"));
        Files.move(next, data, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        credentials.look();
        credentials.look();

        // Then
        assertEquals("Bearer two", authorization(credentials));
    }

    @Test
    void aNewAuthorityIsUsedAndAGarbledOneIsNot() throws Exception {
        // Given
        Path ca = Files.writeString(
                directory.resolve("ca.crt"),
                TestCertificate.of(directory, "one").certificate());
        LiveCredentials credentials = credentials(Optional.of(ca));
        Object first = credentials.grant().tls();

        // When
        Files.writeString(ca, "-----BEGIN CERTIFICATE-----\ngarbage");
        credentials.look();
        credentials.look();
        Object afterGarbage = credentials.grant().tls();
        Files.writeString(ca, TestCertificate.of(directory, "two").certificate());
        credentials.look();
        credentials.look();

        // Then
        assertEquals(first, afterGarbage);
        assertFalse(first.equals(credentials.grant().tls()));
    }

    @Test
    void whatIsOfNoUseAtTheStartIsSaidByName() throws IOException {
        // Given
        Files.writeString(token, "");
        Path ca = Files.writeString(directory.resolve("ca.crt"), "nothing");

        // Then
        ClusterAccessException noToken =
                assertThrows(ClusterAccessException.class, () -> credentials(Optional.empty()));
        assertEquals("tokenFile: the file " + token + " holds no token", noToken.getMessage());
        Files.writeString(token, "good");
        ClusterAccessException noCa = assertThrows(ClusterAccessException.class, () -> credentials(Optional.of(ca)));
        assertTrue(noCa.toString().contains("caFile: the file " + ca), noCa::toString);
    }

    @Test
    void whoWaitsForOtherCredentialsIsToldWhenThereAreSomeAndOnlyThen() throws IOException {
        // Given
        LiveCredentials credentials = credentials(Optional.empty());
        ManualTimers timers = new ManualTimers();
        AtomicInteger told = new AtomicInteger();
        Runnable deaf = credentials.renewals().add(timers, told::incrementAndGet);

        // When
        credentials.look();
        credentials.reread();
        timers.runDeferred();

        // Then
        assertEquals(0, told.get());

        // When
        Files.writeString(token, "second");
        credentials.reread();
        timers.runDeferred();
        credentials.adopt("a plugin", plugged("third"));
        timers.runDeferred();
        credentials.adopt("a plugin", plugged("third"));
        timers.runDeferred();

        // Then
        assertEquals(2, told.get());

        // When
        deaf.run();
        credentials.adopt("a plugin", plugged("fourth"));
        timers.runDeferred();

        // Then
        assertEquals(2, told.get());
    }

    private static ExecCredential plugged(String token) {
        return new ExecCredential(token, "", "", Optional.empty());
    }
}
