package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.Testbed;
import dev.nearcache.upstream.ListerWatcher.ListOptions;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Discovery, lists and watches of a real kube-apiserver. */
@Tag("testbed")
@Timeout(180)
class RealApiServerIT {
    private static final Vertx VERTX = Vertx.vertx();

    @TempDir
    private static Path directory;

    private static Testbed server;

    @BeforeAll
    static void start() {
        server = Testbed.start(directory.resolve("api"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
        VERTX.close().await(10, SECONDS);
    }

    private static ApiClient client(String token) throws Exception {
        Path file = Files.writeString(Files.createTempFile(directory, "token", ""), token);
        ClusterAccess access = ClusterAccess.server(server.url(), Optional.of(file), Optional.empty())
                .withoutVerification();
        return open(access);
    }

    private static ApiClient open(ClusterAccess access) throws Exception {
        return ApiClient.open(VERTX, access, UpstreamLimits.defaults(), Instant::now)
                .await(10, SECONDS);
    }

    private static HttpListerWatcher of(ApiClient client, String name) throws Exception {
        ResourceType type =
                new Discovery(client).resolve(ResourceName.parse(name)).await(10, SECONDS);
        return new HttpListerWatcher(
                client, type, Selection.all(), ScriptedApi.decoder(), UpstreamObserver.NONE, Instant::now);
    }

    @Test
    void discoversListsInPagesAndWatches() throws Exception {
        // Given
        HttpListerWatcher namespaces = of(client(Testbed.ADMIN_TOKEN), "namespaces");
        Set<String> listed = new TreeSet<>();

        // When
        ListPage page = namespaces.list(new ListOptions("", 1, "")).await(10, SECONDS);
        page.items().forEach(item -> listed.add(item.key().name()));
        boolean paged = !page.continueToken().isEmpty();
        while (!page.continueToken().isEmpty()) {
            page = namespaces.list(new ListOptions("", 1, page.continueToken())).await(10, SECONDS);
            page.items().forEach(item -> listed.add(item.key().name()));
        }
        WatchStream stream = namespaces
                .watch(WatchOptions.after(ResourceVersion.NONE, Duration.ofMinutes(1)))
                .await(10, SECONDS);
        RecordedWatch watch = RecordedWatch.of(stream);
        Set<String> watched = new TreeSet<>();
        while (!watched.equals(listed)) {
            watched.add(assertInstanceOf(WatchEvent.Added.class, watch.next())
                    .object()
                    .key()
                    .name());
        }
        stream.stop();

        // Then
        assertTrue(paged);
        assertTrue(listed.contains("default"), listed::toString);
        assertFalse(page.resourceVersion().isNone());
    }

    @Test
    void findsTypesOfOtherGroups() throws Exception {
        ResourceType type = new Discovery(client(Testbed.ADMIN_TOKEN))
                .resolve(ResourceName.parse("deployments.apps"))
                .await(10, SECONDS);
        assertEquals(
                "apps/v1 Deployment DeploymentList true",
                type.apiVersion() + " " + type.kind() + " " + type.listKind() + " " + type.namespaced());
    }

    @Test
    void tellsWhatTheServerRefuses() throws Exception {
        // Given
        ApiClient reader = client(Testbed.READER_TOKEN);
        HttpListerWatcher pods = new HttpListerWatcher(
                reader, Types.PODS, Selection.all(), ScriptedApi.decoder(), UpstreamObserver.NONE, Instant::now);
        HttpListerWatcher stranger = new HttpListerWatcher(
                client("nobody"),
                Types.PODS,
                Selection.all(),
                ScriptedApi.decoder(),
                UpstreamObserver.NONE,
                Instant::now);
        HttpListerWatcher admin = of(client(Testbed.ADMIN_TOKEN), "pods");

        // Then
        assertEquals(Reason.FORBIDDEN, reason(pods));
        assertEquals(Reason.UNAUTHORIZED, reason(stranger));
        UpstreamException future = assertThrows(
                UpstreamException.class,
                () -> admin.list(new ListOptions("999999999", 0, "")).await(20, SECONDS));
        assertEquals(Reason.TOO_LARGE_VERSION, future.reason());
        assertTrue(
                future.retryAfter().toSeconds() >= 1, () -> future.retryAfter().toString());
    }

    private static Reason reason(HttpListerWatcher pods) {
        return assertThrows(
                        UpstreamException.class,
                        () -> pods.list(new ListOptions("0", 0, "")).await(10, SECONDS))
                .reason();
    }

    @Test
    void logsInByAPluginWhoseFirstTokenIsRefusedAndActsAsAnother() throws Exception {
        // Given
        Path home = Files.createDirectory(directory.resolve("home"));
        Path script = Files.writeString(home.resolve("login"), """
                #!/bin/sh
                cd "$(dirname "$0")"
                token=%s; [ -e ran ] || token=expired
                touch ran
                printf '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"%%s"}}' $token
                """.formatted(Testbed.ADMIN_TOKEN));
        assertTrue(script.toFile().setExecutable(true));
        Path kubeconfig = Files.writeString(home.resolve("config"), """
                current-context: c
                contexts: [{name: c, context: {cluster: c, user: u}}, {name: jane, context: {cluster: c, user: jane}}]
                clusters: [{name: c, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
                users:
                - {name: u, user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: ./login,
                    interactiveMode: IfAvailable}}}
                - {name: jane, user: {token: %s, as: jane, as-groups: [readers]}}
                """.formatted(server.url(), Testbed.ADMIN_TOKEN));

        // When
        ApiClient own = open(ClusterAccess.kubeconfig(kubeconfig, ""));
        ApiClient jane = open(ClusterAccess.kubeconfig(kubeconfig, "jane"));

        // Then
        assertTrue(of(own, "namespaces")
                        .list(new ListOptions("", 10, ""))
                        .await(20, SECONDS)
                        .items()
                        .size()
                > 0);
        UpstreamException forbidden = assertThrows(
                UpstreamException.class,
                () -> of(jane, "pods").list(new ListOptions("", 10, "")).await(20, SECONDS));
        assertEquals(Reason.FORBIDDEN, forbidden.reason());
        assertTrue(forbidden.toString().contains("User \"jane\""), forbidden::toString);
    }
}
