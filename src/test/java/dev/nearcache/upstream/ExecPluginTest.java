package dev.nearcache.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.nearcache.testing.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an exec plugin is given, and what becomes of what it prints. */
@Timeout(60)
class ExecPluginTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private ScriptedPlugin script;

    @BeforeEach
    void make() {
        script = new ScriptedPlugin(directory);
    }

    private String failure(Duration limit) {
        return String.valueOf(assertThrows(
                        ClusterAccessException.class,
                        () -> ExecCredential.parse(script.plugin(), ExecProcess.run(script.plugin(), limit)))
                .getMessage());
    }

    @Test
    void isGivenItsArgumentsItsEnvironmentWordOfTheClusterAndNoInput() throws IOException {
        // Given
        script.does("echo \"$1|$2|$A|${PATH:+path}|$KUBERNETES_EXEC_INFO\"; cat");
        ExecCluster cluster = new ExecCluster(
                JsonNodeFactory.instance.objectNode().put("server", "https://h"),
                Optional.of(new Material.Given("PEM")));

        // When
        byte[] printed = ExecProcess.run(script.plugin(Map.of("A", "b"), Optional.of(cluster)), LIMIT);

        // Then
        assertEquals(
                "get|a token|b|path|{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
                        + "\"spec\":{\"interactive\":false,\"cluster\":{\"server\":\"https://h\","
                        + "\"certificate-authority-data\":\"UEVN\"}}}\n",
                new String(printed, StandardCharsets.UTF_8));
    }

    @Test
    void givesATokenUntilItExpires() throws IOException {
        script.gives("{\"token\":\"t\",\"expirationTimestamp\":\"2026-01-02T03:04:05+01:00\"}");
        ExecCredential credential = ExecCredential.parse(script.plugin(), ExecProcess.run(script.plugin(), LIMIT));
        assertEquals(new ExecCredential("t", "", "", Optional.of(Instant.parse("2026-01-02T02:04:05Z"))), credential);
        assertFalse(credential.toString().contains("\"t\""), credential::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`not json, but s3cr3t`|printed no ExecCredential as JSON",
                "`{\"kind\":\"Secret\"}`|printed no ExecCredential as JSON",
                "`{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1beta1\"}`|does not speak client.authentication.k8s.io/v1, which",
                "`{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\"}`|printed neither status.token nor status.clientCertificateData",
                "`{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":{\"clientKeyData\":\"s3cr3t\"}}`|only one of clientCertificateData and clientKeyData",
                "`{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":{\"token\":\"s3cr3t\",\"expirationTimestamp\":\"s3cr3t\"}}`|an expirationTimestamp that is no RFC 3339 time"
            })
    void whatItPrintsWronglyIsSaidWithoutAWordOfIt(String printed, String problem) throws IOException {
        script.does("echo '" + printed + "'");
        String message = failure(LIMIT);
        assertTrue(message.contains(problem), message);
        assertTrue(
                message.startsWith("exec plugin \"" + script.path() + "\" (kubeconfig k: users[u].user.exec) "),
                message);
        assertFalse(message.contains("s3cr3t"), message);
    }

    @Test
    void itsErrorsAreShownButNoTokenAmongThem() throws IOException {
        // Given
        script.does("""
                echo '{"status":{"token":"tok-0123456789"}}'
                echo 'debug: tok-0123456789 and eyJhbGciOi.eyJzdWIi.c2ln' >&2
                echo 'no credentials found' >&2
                exit 3
                """);

        // When
        String message = failure(LIMIT);

        // Then
        assertTrue(message.endsWith("failed with exit code 3: debug: *** and *** no credentials found"), message);
    }

    @Test
    void ofManyErrorsTheEndIsShown() throws IOException {
        script.does("seq 1 10000 >&2; echo the reason >&2; exit 1");
        String message = failure(LIMIT);
        assertTrue(message.endsWith("9999 10000 the reason"), message);
        assertTrue(message.length() < 700, message);
    }

    @Test
    void aRunIsBoundedInTimeAndOutput() throws IOException {
        script.does("sleep 60");
        assertTrue(
                failure(Duration.ofMillis(200)).endsWith("did not end within 0.2 s"), failure(Duration.ofMillis(200)));
        script.does("yes");
        assertTrue(failure(LIMIT).endsWith("printed more than 1048576 bytes"));
        script.does("sleep 5 & echo the output; echo an error >&2; exit 1");
        assertTrue(failure(LIMIT).endsWith("failed with exit code 1: an error"));
    }

    @Test
    void whatAPluginLeavesRunningWithItsOutputEndsWithIt() throws IOException {
        // Given
        Path child = directory.resolve("child");
        script.does("sleep 300 & echo $! > '" + child + "'; sleep 0.5; echo an error >&2; exit 1");

        // When
        assertTrue(failure(LIMIT).endsWith("failed with exit code 1: an error"));

        // Then
        long pid = Long.parseLong(Files.readString(child).strip());
        Await.until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void noThreadStaysWithWhatAPluginLeftUnseen() throws IOException {
        // Given a child that its parent does not outlive for long enough to be seen with it
        script.does("sleep 20 & echo an error >&2; exit 1");

        // When
        for (int run = 0; run < 20; run++) {
            assertTrue(failure(LIMIT).endsWith("failed with exit code 1: an error"));
        }

        // Then
        Await.until(
                Duration.ofSeconds(5),
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("exec-plugin-output")));
    }

    @Test
    void aPluginThatIsGoneIsSaidWithWhatToDo() {
        assertTrue(failure(LIMIT).endsWith("is not installed: get it"));
    }
}
