package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.Command;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedClient;
import dev.nearcache.testing.TestbedSidecar;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What kubectl shows of odd objects of every type, character for character as it shows it of a real API server. */
@Tag("testbed")
@Timeout(300)
class KubectlTablesIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int ATTEMPTS = 20;
    private static final String CUSTOM = "odds.tables.example.com";

    @SuppressWarnings("UnusedVariable") // by name, in FieldSource
    private static final List<String> TYPES = List.of(
            "pods",
            "services",
            "deployments",
            "replicasets",
            "statefulsets",
            "daemonsets",
            "jobs",
            "cronjobs",
            "nodes",
            "namespaces",
            "configmaps",
            "secrets",
            "serviceaccounts",
            "events",
            "endpoints",
            "endpointslices",
            "ingresses",
            "networkpolicies",
            "persistentvolumes",
            "persistentvolumeclaims",
            "storageclasses",
            "horizontalpodautoscalers",
            "poddisruptionbudgets",
            "roles",
            "rolebindings",
            "clusterroles",
            "clusterrolebindings",
            "leases",
            "priorityclasses",
            "customresourcedefinitions",
            CUSTOM);

    /** An age, and the blanks that make room for it. */
    private static final Pattern AGE = Pattern.compile("\\d+[smhdy](\\d+[smhd])?|[ ]+");

    @TempDir
    private static Path directory;

    private static Testbed server;
    private static TestbedSidecar sidecar;

    @BeforeAll
    static void start() throws IOException {
        server = Testbed.start(directory.resolve("api"));
        TestbedClient client = TestbedClient.of(server);
        List<TableCorpus> corpora = TableCorpus.createAll(client);
        createCustom(client);
        sidecar = TestbedSidecar.start(
                server,
                Testbed.ADMIN_TOKEN,
                Stream.concat(
                                corpora.stream().map(TableCorpus::type),
                                Stream.of("clusterroles.rbac.authorization.k8s.io", CUSTOM))
                        .toArray(String[]::new));
        sidecar.awaitSynced();
    }

    /** One type of which all columns can be shown at once. */
    private static void createCustom(TestbedClient client) throws IOException {
        ObjectNode definition = CustomColumns.together();
        client.create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
        Await.until(() -> server.kubectl("get", CUSTOM).exit() == 0);
        ObjectNode object = CustomColumns.object();
        ((ObjectNode) object.path("metadata")).remove(List.of("uid", "resourceVersion", "creationTimestamp"));
        client.create("/apis/tables.example.com/v1/namespaces/default/odds", object);
    }

    @AfterAll
    static void stop() {
        if (sidecar != null) {
            sidecar.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @FieldSource("TYPES")
    void eachTypeIsShownAsOfTheApiServer(String type) {
        assertSame("get", type, "-A");
        assertSame("get", type, "-A", "-o", "wide", "--show-labels");
        assertSame("get", type, "-A", "-o", "name");
        // The values of Secrets are kept as hashes here, as they are unless the configuration wants them plain.
        if (!type.equals("secrets")) {
            assertSame("get", type, "-A", "-o", "yaml");
            assertSame("get", type, "-A", "-o", "json");
        }
    }

    /** kubectl rounds large numbers, so that cells are also compared as they are written. */
    @Test
    void theCellsOfACustomTypeAreWrittenAsThoseOfTheApiServer() throws IOException {
        // Given
        String path = "/apis/tables.example.com/v1/odds";

        // When
        JsonNode theirs = CustomColumns.JSON.readTree(TestbedClient.of(server).get(path, TestbedClient.TABLE));
        JsonNode ours;
        try (RawStream table = RawStream.get(sidecar.port(), path, Map.of("Accept", TestbedClient.TABLE), LIMIT)) {
            ours = CustomColumns.JSON.readTree(table.rest());
        }

        // Then
        assertEquals(
                theirs.at("/rows/0/cells").toPrettyString(),
                ours.at("/rows/0/cells").toPrettyString());
        assertFalse(theirs.at("/rows/0/cells").isEmpty());
    }

    /** A watch begins with what there is. It has no end, so that it is ended once it has shown all of it. */
    @ParameterizedTest
    @FieldSource("TYPES")
    void aWatchShowsEachTypeAsThatOfTheApiServer(String type) throws IOException {
        // Given
        long lines = ofTheSidecar("get", type, "-A").out().lines().count();
        String[] watch = {"get", type, "-A", "--watch"};

        // When
        String theirs = Command.firstLines(LIMIT, lines, server.kubectlLine(watch));
        String ours = Command.firstLines(LIMIT, lines, lineAtTheSidecar(watch));

        // Then
        assertEquals(lines, ours.lines().count());
        assertEquals(ageless(theirs), ageless(ours));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "get pods -n odd",
                "get pods,services,deployments,configmaps -n odd",
                "get pods -A --sort-by=.metadata.name",
                "get pods -A --sort-by=.metadata.creationTimestamp --no-headers",
                "get nodes -l kubernetes.io/role=agent -o wide",
                "get nodes -L kubernetes.io/role",
                "get nodes -l none=none",
                "get pods -A --field-selector=status.phase=Succeeded",
                "get persistentvolumeclaims bound plain -n odd",
                "get storageclasses default",
                "get pods -n odd --show-kind",
                "get odds.tables.example.com one -o wide",
                "get pods -A -o jsonpath={.items[*].metadata.name}",
                "get pods -A -o custom-columns=NAME:.metadata.name,PHASE:.status.phase",
                "events -A",
                "events -A --types=Warning"
            })
    void kubectlsOptionsWorkAsOfTheApiServer(String line) {
        assertSame(line.split(" "));
    }

    /** By these, kubectl selects events by the API server's own labels; nothing is to be said of it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "describe pods -n odd",
                "describe nodes",
                "events -n odd --for pod/running",
                "get events -A --field-selector involvedObject.name=running",
                "get pods -A --field-selector spec.nodeName=node-1,status.phase=Running"
            })
    void saysNothingBesideWhatKubectlShows(String line) {
        Command ours = ofTheSidecar(line.split(" "));
        assertEquals(0, ours.exit(), ours::toString);
        assertEquals("", ours.err().replaceAll("No (events|resources) found.*\n?", ""));
    }

    /** Again if only the ages differ, until both are read in the same second. */
    private static void assertSame(String... arguments) {
        Command theirs = said(server.kubectl(arguments));
        Command ours = said(ofTheSidecar(arguments));
        for (int attempt = 0; attempt < ATTEMPTS && !ours.equals(theirs) && differInAges(ours, theirs); attempt++) {
            theirs = said(server.kubectl(arguments));
            ours = said(ofTheSidecar(arguments));
        }
        assertEquals(theirs.out(), ours.out());
        assertEquals(theirs, ours);
        assertFalse(theirs.out().isEmpty() && theirs.err().isEmpty());
    }

    /** Without warnings: each of the two has its own, of types that are deprecated and of selectors without an index. */
    private static Command said(Command command) {
        String errors = command.err()
                .lines()
                .filter(line -> !line.startsWith("Warning: "))
                .collect(Collectors.joining("\n"));
        return new Command(command.exit(), command.out(), errors);
    }

    private static boolean differInAges(Command ours, Command theirs) {
        return ageless(ours).equals(ageless(theirs));
    }

    private static String ageless(Command command) {
        return ageless(command.out());
    }

    private static String ageless(String text) {
        return AGE.matcher(text).replaceAll(" ");
    }

    /** kubectl as a user of the sidecar has it, with nothing but its address. */
    private static Command ofTheSidecar(String... arguments) {
        return Command.run(LIMIT, lineAtTheSidecar(arguments).toArray(String[]::new));
    }

    private static List<String> lineAtTheSidecar(String... arguments) {
        List<String> command = new ArrayList<>(List.of("kubectl", "--server", sidecar.url()));
        command.addAll(List.of("--cache-dir", directory.resolve("cache").toString()));
        command.addAll(List.of(arguments));
        return command;
    }
}
