package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.Await;
import dev.nearcache.testing.CutEventClient;
import dev.nearcache.testing.CutWatchClient;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.Steps;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedSidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real API server's RBAC: an account with Roles in two namespaces alone, and a Role that is taken and given back. */
@Tag("testbed")
@Timeout(180)
class TestbedRightsIT {
    private static final String CONFIG_MAPS = "configmaps\n    namespaces: [a, b]";
    private static final int MANY = 40;

    @TempDir
    private static Path directory;

    private static Testbed server;

    @BeforeAll
    static void start() throws IOException {
        server = Testbed.start(directory);
        server.applyFile("roles.yaml");
        for (String namespace : List.of("a", "b", "c")) {
            server.apply(IntStream.range(0, MANY)
                    .mapToObj(i -> configMap(namespace, "m" + i))
                    .collect(Collectors.joining("---\n")));
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static String configMap(String namespace, String name) {
        return """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s, namespace: %s}
                data: {at: "%s"}
                """.formatted(name, namespace, System.nanoTime());
    }

    private static TestbedSidecar sidecar(String upstream, String... resources) throws IOException {
        Path token = Files.createTempFile(directory, "account", ".token");
        Files.writeString(token, server.admin("create", "token", "sidecar", "-n", "a"));
        return TestbedSidecar.loggedIn(server, token, upstream, resources);
    }

    private static String path(String namespace) {
        return "/api/v1/namespaces/" + namespace + "/configmaps";
    }

    private static List<String> ofBoth() {
        return Stream.of("a", "b")
                .flatMap(namespace -> server.items(path(namespace)).stream())
                .toList();
    }

    private static String ready(TestbedSidecar sidecar, int status) {
        Answer answer = sidecar.client().probe("/readyz?verbose");
        assertEquals(status, answer.status(), answer::toString);
        return answer.body();
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), () -> part + " is not in " + text);
    }

    @Test
    void servesWhatItsRolesAllowAndSaysWhatTheyDoNot() throws Exception {
        // When
        try (TestbedSidecar sidecar = sidecar("", CONFIG_MAPS, "pods\n    namespaces: [a, b]", "services")) {
            Await.until(() -> sidecar.states().equals(List.of("Synced", "Forbidden", "Forbidden")));

            // Then: each namespace is complete, and all of them are those two
            assertEquals(server.items(path("a")), sidecar.items(path("a")));
            assertEquals(server.items(path("b")), sidecar.items(path("b")));
            assertEquals(ofBoth(), sidecar.items("/api/v1/configmaps"));
            assertEquals(2 * MANY, sidecar.items("/v1/configmaps").size());
            Answer third = sidecar.get(path("c"));
            assertEquals(404, third.status());
            assertContains(third.body(), "cached are: a, b");
            assertEquals(
                    "[\"a\",\"b\"]",
                    sidecar.client().report("configmaps").path("namespaces").toString());

            // Then: a type with a Role in one of its namespaces
            Await.until(() -> sidecar.get("/api/v1/namespaces/a/pods").status() == 200);
            Answer pods = sidecar.get("/api/v1/pods");
            assertEquals(503, pods.status());
            assertContains(pods.body(), "namespaces missing: b");
            assertEquals(200, sidecar.get("/api/v1/pods?partial=true").status());

            // Then: a type without any
            String cannot =
                    "User \"system:serviceaccount:a:sidecar\" cannot list resource \"services\" in API group \"\""
                            + " at the cluster scope";
            assertContains(sidecar.client().report("services").path("message").asText(), cannot);
            assertEquals(503, sidecar.get("/api/v1/services").status());
            assertContains(
                    sidecar.client().json("/api/v1/services").path("message").asText(), cannot);
            String probe = ready(sidecar, 503);
            assertContains(probe, "services failed: Forbidden");
            assertContains(probe, cannot);

            // When
            server.apply(rights("services", "ClusterRole", "metadata: {name: services}"));
            server.apply(rights("pods", "Role", "metadata: {name: pods, namespace: b}"));

            // Then
            sidecar.awaitSynced();
            assertEquals(server.items("/api/v1/services"), sidecar.items("/api/v1/services"));
            assertEquals(List.of(), sidecar.items("/api/v1/pods"));
            ready(sidecar, 200);
        }
    }

    private static String rights(String resource, String kind, String metadata) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %2$s
                %3$s
                rules: [{apiGroups: [""], resources: [%1$s], verbs: [get, list, watch]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: %2$sBinding
                %3$s
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %2$s, name: %1$s}
                subjects: [{kind: ServiceAccount, name: sidecar, namespace: a}]
                """.formatted(resource, kind, metadata);
    }

    @Test
    void aRoleThatIsTakenShowsAndHealsWhenItIsGivenBack() throws Exception {
        // Given: watches that end soon, since the API server asks for rights only when one begins
        try (TestbedSidecar sidecar = sidecar("watchTimeout: 2s", CONFIG_MAPS);
                Steps steps = new Steps()) {
            sidecar.awaitSynced();
            CutEventClient events =
                    new CutEventClient(sidecar.port(), "/v1/stream?resource=configmaps", 1, () -> Long.MAX_VALUE);
            CutWatchClient watch = new CutWatchClient(sidecar.port(), "/api/v1/configmaps", () -> Long.MAX_VALUE);
            steps.run(() -> events.followUntil(known -> isComplete(known.objects())));
            steps.run(() -> watch.watchUntil(last -> isComplete(watch.objects())));
            steps.await(() -> !events.firstId().isEmpty() && watch.connections() == 1);

            // When
            server.admin("delete", "rolebinding", "mirror", "-n", "b");
            steps.await(() -> sidecar.states().equals(List.of("Forbidden")));

            // Then: what is held of the one is stale, and the other goes on
            server.apply(configMap("a", "meanwhile"));
            server.apply(configMap("b", "meanwhile") + "---\n" + configMap("b", "m1"));
            server.admin("delete", "configmap", "m2", "m3", "-n", "b");
            steps.await(() -> server.items(path("a")).equals(sidecar.items(path("a"))));
            Answer stale = sidecar.get(path("b"));
            assertEquals(200, stale.status());
            assertTrue(Integer.parseInt(stale.headers().getOrDefault("age", "0")) > 0, stale.headers()::toString);
            assertContains(stale.headers().getOrDefault("warning", ""), "may be stale: Forbidden");
            String message =
                    sidecar.client().report("configmaps").path("message").asText();
            assertContains(message, "namespace b: ");
            assertContains(message, "cannot ");
            assertContains(message, "resource \"configmaps\" in API group \"\" in the namespace \"b\"");
            assertContains(ready(sidecar, 200), "[!]configmaps tolerated: Forbidden since ");
            assertContains(ready(sidecar, 200), "in the namespace \"b\"");

            // When
            server.applyFile("roles.yaml");

            // Then
            sidecar.awaitSynced();
            server.apply(configMap("b", "last"));
            steps.join();
            assertEquals(ofBoth(), sidecar.items("/api/v1/configmaps"));
            assertEquals(List.of("SYNCED"), events.marks());
            assertEquals(1, events.connections());
            assertEquals(1, watch.connections());
            assertEquals(versions(sidecar), events.objects());
            assertEquals(versions(sidecar), watch.objects());
        }
    }

    private static boolean isComplete(Map<String, Long> objects) {
        return objects.containsKey("b/last") && !objects.containsKey("b/m2") && !objects.containsKey("b/m3");
    }

    private static Map<String, Long> versions(TestbedSidecar sidecar) {
        List<Map.Entry<String, Long>> versions = new ArrayList<>();
        sidecar.json("/api/v1/configmaps").path("items").forEach(item -> {
            String key = item.at("/metadata/namespace").asText() + "/"
                    + item.at("/metadata/name").asText();
            versions.add(Map.entry(key, item.at("/metadata/resourceVersion").asLong()));
        });
        return versions.stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
