package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.testing.AuditLog;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.KubeletVolume;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.SidecarClient;
import dev.nearcache.testing.Steps;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedSidecar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service account's token at a real API server: swapped for another while watches are open, and revoked. */
@Tag("testbed")
@Timeout(180)
class TestbedCredentialsIT {
    /** Watches that end soon, so that tokens are shown. */
    private static final String SHORT = "watchTimeout: 2s";

    private static final String PODS = "pods\n    namespaces: [a]";
    private static final String PATH = "/api/v1/namespaces/a/pods";

    @TempDir
    private static Path directory;

    private static AuditLog audit;
    private static Testbed server;

    @BeforeAll
    static void start() throws IOException {
        audit = AuditLog.in(directory);
        server = Testbed.start(directory, audit.flags());
        server.applyFile("roles.yaml");
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    /** A token of the account that is good as long as a Secret is there. */
    private static String token(String secret) {
        server.admin("create", "secret", "generic", secret, "-n", "a");
        return server.admin(
                        "create",
                        "token",
                        "sidecar",
                        "-n",
                        "a",
                        "--bound-object-kind",
                        "Secret",
                        "--bound-object-name",
                        secret)
                .strip();
    }

    /** What the API server calls the token in its log. */
    private static String idOf(String token) {
        byte[] claims = Base64.getUrlDecoder().decode(token.split("\\.", -1)[1]);
        return "JTI="
                + SidecarClient.parse(new String(claims, StandardCharsets.UTF_8))
                        .path("jti")
                        .asText();
    }

    private static boolean used(String token) {
        return audit.ofSidecars().stream().anyMatch(entry -> entry.credential().equals(idOf(token)));
    }

    private static void revoke(String secret) {
        server.admin("delete", "secret", secret, "-n", "a");
    }

    /** The API server goes by what it knew of a token for ten seconds. */
    private static boolean isRefused(String token) {
        Command asked = Command.run(
                Duration.ofSeconds(30),
                "kubectl",
                "--server",
                server.url(),
                "--insecure-skip-tls-verify",
                "--kubeconfig",
                "/dev/null",
                "--token",
                token,
                "get",
                "--raw",
                PATH);
        return asked.err().contains("Unauthorized");
    }

    private static void createPod(String name) throws IOException {
        server.apply("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: a}
                spec: {containers: [{name: web, image: registry.example.com/web}]}
                """.formatted(name));
    }

    private static CutEventClient events(TestbedSidecar sidecar) {
        return new CutEventClient(sidecar.port(), "/v1/stream?resource=pods", 1, () -> Long.MAX_VALUE);
    }

    private static JsonNode report(TestbedSidecar sidecar) {
        return sidecar.client().report("pods");
    }

    @Test
    void aTokenThatIsSwappedLeavesNoGap() throws Exception {
        // Given
        String first = token("first");
        String second = token("second");
        KubeletVolume volume =
                KubeletVolume.mount(Files.createTempDirectory(directory, "volume"), Map.of("token", first));
        createPod("before");
        try (TestbedSidecar sidecar = TestbedSidecar.loggedIn(server, volume.file("token"), SHORT, PODS);
                Steps steps = new Steps()) {
            sidecar.awaitSynced();
            CutEventClient events = events(sidecar);
            steps.run(() -> events.followUntil(known -> known.objects().containsKey("a/last")));
            steps.await(() -> !events.firstId().isEmpty() && used(first));

            // When
            volume.replace(Map.of("token", second));
            createPod("swapped");
            steps.await(() -> used(second));
            revoke("first");
            createPod("revoked");
            steps.await(() -> isRefused(first));
            int answers = audit.ofSidecars().size();
            steps.await(() -> audit.ofSidecars().size() >= answers + 2);
            createPod("last");
            steps.join();

            // Then: no failure, no list but the first, one stream with each change once
            assertEquals(server.items(PATH), sidecar.items(PATH));
            assertEquals("", report(sidecar).path("lastError").asText());
            assertEquals(0, report(sidecar).path("relists").asInt());
            assertEquals(List.of("SYNCED"), events.marks());
            assertEquals(1, events.connections());
            assertEquals(3, events.seen().size(), () -> events.seen().toString());
            assertTrue(
                    audit.ofSidecars().stream().allMatch(entry -> entry.code() == 200),
                    () -> audit.ofSidecars().toString());
        }
    }

    @Test
    void aTokenThatIsRevokedBeforeItIsSwappedShowsAndHeals() throws Exception {
        // Given
        String old = token("old");
        KubeletVolume volume =
                KubeletVolume.mount(Files.createTempDirectory(directory, "volume"), Map.of("token", old));
        createPod("there");
        createPod("leaving");
        try (TestbedSidecar sidecar = TestbedSidecar.loggedIn(server, volume.file("token"), SHORT, PODS);
                Steps steps = new Steps()) {
            sidecar.awaitSynced();
            CutEventClient events = events(sidecar);
            steps.run(() -> events.followUntil(known ->
                    known.objects().containsKey("a/end") && !known.objects().containsKey("a/leaving")));
            steps.await(() -> !events.firstId().isEmpty());

            // When
            revoke("old");
            steps.await(() -> sidecar.states().equals(List.of("Unauthorized")));
            createPod("missed");
            server.admin("delete", "pod", "leaving", "-n", "a", "--force");

            // Then
            Answer stale = sidecar.get(PATH);
            assertEquals(200, stale.status());
            assertTrue(
                    stale.headers().getOrDefault("warning", "").contains("may be stale: Unauthorized"),
                    stale::toString);
            assertTrue(report(sidecar).path("message").asText().contains("401"), report(sidecar)::toString);
            Answer probe = sidecar.client().probe("/readyz?verbose");
            assertTrue(probe.body().contains("[!]pods tolerated: Unauthorized since "), probe::body);

            // When
            volume.replace(Map.of("token", token("new")));

            // Then
            sidecar.awaitSynced();
            createPod("end");
            steps.join();
            assertEquals(server.items(PATH), sidecar.items(PATH));
            assertEquals(List.of("SYNCED"), events.marks());
            assertEquals(1, events.connections());
        }
    }
}
