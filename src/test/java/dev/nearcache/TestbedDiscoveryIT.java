package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar.Answer;
import dev.nearcache.testing.SidecarClient;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedSidecar;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Discovery, documents and reading through, with kubectl as the client and a real kube-apiserver behind. */
@Tag("testbed")
@Timeout(300)
class TestbedDiscoveryIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Set<String> READ = Set.of("get", "list", "watch");

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: described, namespace: default, uid: ""}
            spec: {containers: [{name: c, image: none}]}
            """;

    @TempDir
    private static Path directory;

    private static Testbed testbed;
    private static TestbedSidecar cached;
    private static TestbedSidecar through;

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(Command.isInstalled("kubectl"), "kubectl is not installed: test skipped");
        testbed = Testbed.start(directory.resolve("api"));
        testbed.apply(POD);
        cached = TestbedSidecar.reading(testbed, "", "pods", "events", "deployments.apps", "secrets");
        through = TestbedSidecar.reading(testbed, "passthrough: true", "pods");
        cached.awaitSynced();
        through.awaitSynced();
    }

    @AfterAll
    static void stop() throws IOException {
        if (testbed != null) {
            cached.close();
            through.close();
            testbed.close();
        }
    }

    private static Command run(TestbedSidecar sidecar, String... arguments) {
        List<String> command = new ArrayList<>(List.of("kubectl", "--server", sidecar.url()));
        command.addAll(List.of(
                "--cache-dir", directory.resolve("cache" + sidecar.port()).toString()));
        command.addAll(List.of(arguments));
        return Command.run(LIMIT, command.toArray(String[]::new));
    }

    private static String kubectl(TestbedSidecar sidecar, String... arguments) {
        Command command = run(sidecar, arguments);
        assertEquals(0, command.exit(), command::toString);
        return command.out();
    }

    private static String rows(String table) {
        return String.join(
                "\n",
                table.lines().map(line -> line.replaceAll("\\s+", " ").strip()).toList());
    }

    @Test
    void tellsTheVersion() {
        assertTrue(kubectl(cached, "version").contains("Server Version: v1."));
    }

    @Test
    void namesTheCachedTypesAsTheServerDoes() {
        assertEquals("""
                NAME SHORTNAMES APIVERSION NAMESPACED KIND VERBS CATEGORIES
                events ev v1 true Event get,list,watch
                pods po v1 true Pod get,list,watch all
                secrets v1 true Secret get,list,watch
                deployments deploy apps/v1 true Deployment get,list,watch all""", rows(kubectl(cached, "api-resources", "-o", "wide")));
    }

    @Test
    void explainsFields() {
        assertEquals(
                testbed.admin("explain", "deployments.spec.replicas"),
                kubectl(cached, "explain", "deployments.spec.replicas"));
        assertTrue(kubectl(cached, "explain", "pods.spec").contains("containers\t<[]Container> -required-"));
    }

    @Test
    void describesAPodWithItsEvents() throws IOException {
        // Given
        String uid = testbed.admin("get", "pod", "described", "-o", "jsonpath={.metadata.uid}");
        testbed.apply("""
                apiVersion: v1
                kind: Event
                metadata: {name: described.1, namespace: default}
                involvedObject: {apiVersion: v1, kind: Pod, name: described, namespace: default, uid: "%s"}
                reason: Seen
                message: it was seen
                type: Normal
                """.formatted(uid));
        Await.until(() -> cached.get("/api/v1/events").body().contains("described.1"));

        // When
        String text = kubectl(cached, "describe", "pod", "described");

        // Then
        assertEquals(
                testbed.admin("describe", "pod", "described").replaceAll("<unknown>|[0-9]+s", "AGE"),
                text.replaceAll("<unknown>|[0-9]+s", "AGE"));
        assertTrue(text.contains("it was seen"), text);
    }

    /** It decodes the values, and tells their lengths. */
    @Test
    void describesASecretWhoseValuesAreHashes() {
        // Given
        testbed.admin("create", "secret", "generic", "hidden", "--from-literal=password=hunter2");
        Await.until(
                () -> cached.get("/api/v1/namespaces/default/secrets/hidden").status() == 200);

        // When
        String text = kubectl(cached, "describe", "secret", "hidden");
        String value =
                kubectl(cached, "get", "secret", "hidden", "-o", "go-template={{.data.password | base64decode}}");

        // Then
        assertTrue(value.matches("sha256:[0-9a-f]{64}"), value);
        assertEquals(testbed.admin("describe", "secret", "hidden").replace("7 bytes", value.length() + " bytes"), text);
    }

    @Test
    void givesDocumentsRaw() {
        assertTrue(kubectl(cached, "get", "--raw", "/openapi/v3").startsWith("{\"paths\":{"));
        assertEquals("ok", kubectl(cached, "get", "--raw", "/livez"));
        assertTrue(kubectl(cached, "get", "--raw", "/readyz?verbose").contains("[+]pods ok"));
    }

    @Test
    void refusesWritesWithAClearMessage() {
        Command deleted = run(cached, "delete", "pod", "described");
        assertTrue(deleted.err().contains("this is Nearcache, a read-only cache"), deleted::err);
    }

    @Test
    void handsOnTypesThatAreNotCached() {
        assertEquals(
                testbed.admin("get", "namespaces", "-o", "name"), kubectl(through, "get", "namespaces", "-o", "name"));
        assertEquals(
                ages(testbed.admin("get", "services", "-A", "-o", "wide")),
                ages(kubectl(through, "get", "services", "-A", "-o", "wide")));
        Command secrets = run(through, "get", "secrets", "-A");
        assertTrue(secrets.err().contains("secrets.values is hash"), secrets::err);
    }

    private static String ages(String table) {
        return table.replaceAll("[0-9]+[smh]([0-9]+s)?", "AGE").replaceAll(" +", " ");
    }

    /** Every document of discovery, of both forms: equal to the server's, but for verbs and what cannot be read. */
    @Test
    void discoversAllThatCanBeReadWhereAllIsHandedOn() throws IOException {
        String accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
        List<String> paths = new ArrayList<>(List.of("/api", "/apis", "/api/v1"));
        through.json("/apis").path("groups").forEach(group -> {
            paths.add("/apis/" + group.path("name").asText());
            group.path("versions")
                    .forEach(version ->
                            paths.add("/apis/" + version.path("groupVersion").asText()));
        });
        for (String path : paths) {
            assertEquals(readable(SidecarClient.parse(testbed.admin("get", "--raw", path))), through.json(path), path);
        }
        for (String root : List.of("/api", "/apis")) {
            try (RawStream answer = RawStream.get(through.port(), root, Map.of("Accept", accept), LIMIT)) {
                assertEquals(accept, answer.header("content-type"));
                JsonNode shown = SidecarClient.parse(answer.rest());
                Set<String> verbs = new TreeSet<>();
                shown.findValues("verbs").forEach(each -> each.forEach(verb -> verbs.add(verb.asText())));
                assertEquals(READ, verbs);
            }
        }
    }

    /** What of the server's document is left by the rules of discovery here. */
    private static JsonNode readable(JsonNode document) {
        if (document.path("resources") instanceof ArrayNode resources) {
            for (int i = resources.size() - 1; i >= 0; i--) {
                ObjectNode entry = (ObjectNode) resources.get(i);
                ArrayNode verbs = (ArrayNode) entry.path("verbs");
                for (int v = verbs.size() - 1; v >= 0; v--) {
                    if (!READ.contains(verbs.get(v).asText())) {
                        verbs.remove(v);
                    }
                }
                boolean channel = entry.path("name").asText().matches(".*/(proxy|exec|attach|portforward)");
                if (verbs.isEmpty() || channel) {
                    resources.remove(i);
                }
            }
        }
        return document;
    }

    @Test
    void handsOnAWatchAsItComes() throws IOException {
        // Given
        try (RawStream watch = RawStream.get(
                through.port(),
                "/api/v1/configmaps?watch=1&resourceVersionMatch=NotOlderThan&sendInitialEvents=false&timeoutSeconds=60",
                Map.of(),
                LIMIT)) {
            // When
            testbed.admin("create", "configmap", "watched");

            // Then
            String line = watch.line();
            assertTrue(line.startsWith("{\"type\":\"ADDED\"") && line.contains("\"watched\""), line);
        }
    }

    @Test
    void discoversANewTypeAtOnceWhereItIsCached() throws IOException {
        // Given: a type that is configured, and comes later
        try (TestbedSidecar sidecar = TestbedSidecar.reading(testbed, "", "gadgets.late.io")) {
            assertEquals(404, sidecar.get("/apis/late.io/v1").status());
            assertFalse(sidecar.get("/apis").body().contains("late.io"));

            // When
            testbed.apply("""
                    apiVersion: apiextensions.k8s.io/v1
                    kind: CustomResourceDefinition
                    metadata: {name: gadgets.late.io}
                    spec:
                      group: late.io
                      scope: Namespaced
                      names: {plural: gadgets, singular: gadget, kind: Gadget, shortNames: [ga], categories: [late]}
                      versions:
                      - name: v1
                        served: true
                        storage: true
                        schema: {openAPIV3Schema: {type: object}}
                    """);
            sidecar.awaitSynced();

            // Then
            Await.until(() -> sidecar.get("/apis").body().contains("late.io"));
            Answer types = sidecar.get("/apis/late.io/v1");
            assertTrue(types.body().contains("\"categories\""), types::body);
            assertEquals("", kubectl(sidecar, "get", "ga", "-A", "-o", "name"));
        }
    }

    @Test
    void readsWhatItWroteWhereThatIsAskedFor() throws IOException {
        for (int i = 0; i < 20; i++) {
            testbed.admin("label", "pod", "described", "--overwrite", "round=" + i);
            try (RawStream answer = RawStream.get(
                    cached.port(),
                    "/api/v1/namespaces/default/pods/described",
                    Map.of("Nearcache-Consistency", "upstream"),
                    LIMIT)) {
                JsonNode pod = SidecarClient.parse(answer.rest());
                assertEquals(
                        Integer.toString(i), pod.at("/metadata/labels/round").asText());
                assertEquals("upstream", answer.header("nearcache-source"));
            }
        }
    }
}
