package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.upstream.Identity.Plugin;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When an exec plugin is run, by a clock that the test moves. */
@Timeout(60)
class PluginGrantsTest {
    private static final Vertx VERTX = Vertx.vertx();

    @TempDir
    private Path directory;

    private ScriptedPlugin script;
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private PluginGrants grants;

    @BeforeEach
    void make() {
        script = new ScriptedPlugin(directory);
        ClusterAccess access = new ClusterAccess(
                URI.create("http://h"),
                Optional.empty(),
                new ClusterAccess.SystemAuthorities(),
                Optional.empty(),
                Identity.of(new Plugin(script.plugin())));
        grants = new PluginGrants(VERTX, script.plugin(), new LiveCredentials(VERTX, access), () -> now);
    }

    @AfterAll
    static void stop() throws TimeoutException {
        VERTX.close().await(10, SECONDS);
    }

    private static String token(Grant grant) {
        return grant.headers().get(0).value();
    }

    private String current() throws TimeoutException {
        return token(grants.current().await(10, SECONDS));
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }

    @Test
    void isRunOnceForAllWhoNeedItAndNotAgainWhileItLasts() throws Exception {
        // Given
        script.does("sleep 0.3\n" + printing("one"));

        // When
        List<Future<Grant>> asked = Stream.generate(grants::current).limit(50).toList();
        for (Future<Grant> grant : asked) {
            assertEquals("Bearer one", token(grant.await(10, SECONDS)));
        }
        pass(Duration.ofDays(100));

        // Then
        assertEquals("Bearer one", current());
        assertEquals(1, script.runs());
    }

    private static String printing(String token) {
        return "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{\"token\":\""
                + token + "\"}}'";
    }

    @Test
    void isRunAgainAWhileBeforeWhatItGaveExpires() throws Exception {
        // Given a token for ten minutes
        script.gives("{\"token\":\"one\",\"expirationTimestamp\":\"2026-01-01T00:10:00Z\"}");
        assertEquals("Bearer one", current());
        script.gives("{\"token\":\"two\"}");

        // Then
        pass(Duration.ofSeconds(539));
        assertEquals("Bearer one", current());
        pass(Duration.ofSeconds(1));
        assertEquals("Bearer two", current());
        assertEquals(2, script.runs());
    }

    @Test
    void aFailureAheadOfTheExpiryDoesNoHarmAndThenIsUnauthorized() throws Exception {
        // Given
        script.gives("{\"token\":\"one\",\"expirationTimestamp\":\"2026-01-01T00:10:00Z\"}");
        assertEquals("Bearer one", current());
        script.does("echo 'no session' >&2; exit 1");

        // When
        pass(Duration.ofSeconds(545));
        assertEquals("Bearer one", current());
        pass(Duration.ofSeconds(60));

        // Then
        UpstreamException failure = assertThrows(UpstreamException.class, this::current);
        assertEquals(Reason.UNAUTHORIZED, failure.reason());
        assertTrue(String.valueOf(failure.getMessage()).endsWith("exit code 1: no session"), failure::getMessage);
    }

    @Test
    void runsThatFailComeEverMoreRarelyAndTheFailureStands() throws Exception {
        // Given
        script.does("exit 1");

        // When
        for (int second = 0; second < 120; second++) {
            assertThrows(UpstreamException.class, this::current);
            pass(Duration.ofSeconds(1));
        }

        // Then: after 0, 1, 3, 7, 15, 31 and 63 seconds
        assertEquals(7, script.runs());
    }

    @Test
    void aRefusedTokenIsReplacedAtOnceAndThenAfterEverLongerWaits() throws Exception {
        // Given
        script.gives("{\"token\":\"one\"}");
        Grant one = grants.current().await(10, SECONDS);
        script.gives("{\"token\":\"two\"}");

        // When
        Grant two = grants.after(one).await(10, SECONDS).orElseThrow();

        // Then
        assertEquals("Bearer two", token(two));
        assertEquals(Optional.of(two), grants.after(one).await(10, SECONDS), "replaced before");
        assertEquals(Optional.empty(), grants.after(two).await(10, SECONDS), "too soon");
        pass(Duration.ofSeconds(1));
        assertEquals(Optional.empty(), grants.after(two).await(10, SECONDS), "run again, and gave the same");
        assertEquals(3, script.runs());
        grants.accepted();
        pass(Duration.ofSeconds(2));
        script.gives("{\"token\":\"three\"}");
        assertEquals("Bearer three", token(grants.after(two).await(10, SECONDS).orElseThrow()));
    }

    @Test
    void aTokenThatCannotStandInAHeaderIsRefused() throws IOException {
        script.gives("{\"token\":\"two words\"}");
        UpstreamException failure = assertThrows(UpstreamException.class, this::current);
        assertTrue(String.valueOf(failure.getMessage()).endsWith("printed a token that cannot stand in a header"));
    }
}
