package dev.nearcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedSidecar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types of every kind, as a real API server serves them: built in, custom, of a cluster, forbidden, not there yet. */
@Tag("testbed")
@Timeout(180)
class TestbedTypesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private static Path directory;

    private static Testbed server;
    private static TestbedSidecar sidecar;

    @BeforeAll
    static void start() throws Exception {
        server = Testbed.start(directory.resolve("api"));
        server.applyFile("widgets.yaml");
        server.admin("wait", "--for=condition=Established", "crd/widgets.example.com");
        server.applyFile("objects.yaml");
        sidecar = TestbedSidecar.start(
                server,
                Testbed.ADMIN_TOKEN,
                "pods",
                "deployments.apps",
                "nodes",
                "services",
                "configmaps",
                "namespaces",
                "widgets.example.com",
                "clusterroles.rbac.authorization.k8s.io");
        sidecar.awaitSynced();
    }

    @AfterAll
    static void stop() throws Exception {
        if (sidecar != null) {
            sidecar.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static JsonNode ofTheServer(String path) throws Exception {
        return JSON.readTree(server.admin("get", "--raw", path));
    }

    /** kubectl as a user of the sidecar has it, with nothing but its address. */
    private static Command kubectlOfTheSidecar(String... arguments) {
        List<String> command = new ArrayList<>(List.of("kubectl", "--server", sidecar.url()));
        command.addAll(List.of("--cache-dir", directory.resolve("cache").toString()));
        command.addAll(List.of(arguments));
        return Command.run(LIMIT, command.toArray(String[]::new));
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1, pods, namespaces/shop/pods/front-1, PodList",
        "/apis/apps/v1, deployments, namespaces/shop/deployments/front, DeploymentList",
        "/api/v1, nodes, nodes/node-a, NodeList",
        "/api/v1, services, namespaces/shop/services/front, ServiceList",
        "/api/v1, configmaps, namespaces/shop/configmaps/texts, ConfigMapList",
        "/api/v1, namespaces, namespaces/shop, NamespaceList",
        "/apis/example.com/v1, widgets, namespaces/shop/widgets/round, WidgetCatalog",
        "/apis/rbac.authorization.k8s.io/v1, clusterroles, clusterroles/system:node, ClusterRoleList"
    })
    void bodiesAreTheApiServersOwnButForManagedFields(String group, String plural, String one, String listKind)
            throws Exception {
        // Given
        ObjectNode expectedList = (ObjectNode) ofTheServer(group + "/" + plural);
        expectedList.path("items").forEach(TestbedTypesIT::withoutManagedFields);
        JsonNode expected = withoutManagedFields(ofTheServer(group + "/" + one));

        // When
        ObjectNode list = (ObjectNode) sidecar.json(group + "/" + plural);
        JsonNode object = sidecar.json(group + "/" + one);

        // Then: as texts, since the order of fields and the form of numbers count too.
        assertEquals(expected.toString(), object.toString());
        assertEquals(listKind, list.path("kind").asText());
        String version = list.path("metadata").path("resourceVersion").textValue();
        assertTrue(version.matches("[1-9][0-9]*"), version);
        // The API server names the newest version of all types, the sidecar that of this one.
        ((ObjectNode) expectedList.path("metadata")).put("resourceVersion", version);
        assertEquals(expectedList.toString(), list.toString());
    }

    private static JsonNode withoutManagedFields(JsonNode object) {
        ((ObjectNode) object.path("metadata")).remove("managedFields");
        return object;
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/pods?limit=1",
        "/api/v1/namespaces/shop/configmaps/texts",
        "/apis/example.com/v1/namespaces/shop/widgets"
    })
    void kubectlReadsRaw(String path) throws Exception {
        // When
        Command raw = kubectlOfTheSidecar("get", "--raw", path);

        // Then
        assertEquals(0, raw.exit(), raw::toString);
        assertEquals(ofTheServer(path).path("kind"), JSON.readTree(raw.out()).path("kind"));
    }

    @ParameterizedTest
    @CsvSource({
        "pods, shop",
        "deploy, shop",
        "wd, shop",
        "cm/texts, shop",
        "nodes, shop",
        "widgets.example.com/none, shop",
        "pods/none, none"
    })
    void kubectlSaysWhatItSaysOfTheServer(String what, String namespace) {
        // When
        Command ours = kubectlOfTheSidecar("get", what, "-n", namespace, "-o", "name");

        // Then
        Command theirs = server.kubectl("get", what, "-n", namespace, "-o", "name");
        assertEquals(theirs, ours);
    }

    @Test
    void aForbiddenTypeHealsWhenRbacGrantsIt() throws Exception {
        try (TestbedSidecar reader = TestbedSidecar.start(server, Testbed.READER_TOKEN, "pods")) {
            // Given
            Await.until(() -> reader.states().equals(List.of("Forbidden")));
            assertEquals(503, reader.get("/api/v1/pods").status());
            Await.until(() -> reader.reports("User \\\"reader\\\" cannot list resource"));

            // When
            server.applyFile("reader.yaml");

            // Then
            reader.awaitSynced();
            assertEquals(2, reader.json("/api/v1/pods").path("items").size());
        }
    }

    @Test
    void aKindThatCannotBeWatchedIsPolled() throws Exception {
        // When
        try (TestbedSidecar polling =
                TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "componentstatuses\n    poll: 1s", "nodes")) {
            Await.until(() -> polling.states().equals(List.of("Polling", "Synced")));

            // Then: as the API server has them, but for the versions that it does not give
            JsonNode list = polling.json("/api/v1/componentstatuses");
            assertEquals("ComponentStatusList", list.path("kind").asText());
            Set<String> ours = new TreeSet<>();
            for (JsonNode item : list.path("items")) {
                assertTrue(((ObjectNode) item.path("metadata")).remove("resourceVersion") != null);
                ours.add(item.toString());
            }
            // It asks them all at once, and lists them as they answer.
            Set<String> theirs = new TreeSet<>();
            ofTheServer("/api/v1/componentstatuses").path("items").forEach(item -> theirs.add(item.toString()));
            assertEquals(theirs, ours);
            assertEquals(200, polling.get("/api/v1/componentstatuses/etcd-0").status());
            assertEquals(200, polling.client().probe("/readyz").status());
            long lists =
                    polling.client().report("componentstatuses").path("relists").asLong();
            Await.until(() ->
                    polling.client().report("componentstatuses").path("relists").asLong() >= lists + 3);
            assertEquals(List.of("Polling", "Synced"), polling.states());
        }
    }

    @Test
    void aTypeThatIsCreatedLaterComesUpByItself() throws Exception {
        try (TestbedSidecar early = TestbedSidecar.start(server, Testbed.ADMIN_TOKEN, "gadgets.example.com")) {
            // Given
            Await.until(() -> early.states().equals(List.of("NotServed")));
            assertEquals(503, early.get("/v1/gadgets.example.com").status());

            // When
            server.applyFile("gadgets.yaml");

            // Then
            early.awaitSynced();
            assertEquals(
                    "GadgetList",
                    early.json("/apis/example.com/v1/gadgets").path("kind").asText());
        }
    }
}
