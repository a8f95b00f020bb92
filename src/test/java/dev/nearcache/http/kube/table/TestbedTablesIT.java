package dev.nearcache.http.kube.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedClient;
import dev.nearcache.testing.TestbedSidecar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tables of odd objects, ours and a real API server's, compared whole (kubernetes-api.md 2.7, 3.10). With
 * {@code -Dnearcache.tables=write} it also records the server's rows for {@link RowsTest}.
 */
@Tag("testbed")
@Timeout(300)
class TestbedTablesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String WATCH = "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true"
            + "&resourceVersionMatch=NotOlderThan&timeoutSeconds=1";

    /** Of DaemonSets, and of autoscalers of version 1. */
    private static final List<String> OWN_ANNOTATIONS = List.of(
            "deprecated.daemonset.template.generation",
            "autoscaling.alpha.kubernetes.io/conditions",
            "autoscaling.alpha.kubernetes.io/current-metrics",
            "autoscaling.alpha.kubernetes.io/metrics");

    private static final String FLOW_SCHEMAS = "flowschemas.flowcontrol.apiserver.k8s.io";

    @TempDir
    private static Path directory;

    private static Testbed server;
    private static TestbedClient client;
    private static TestbedSidecar sidecar;

    @BeforeAll
    static void start() throws IOException {
        server = Testbed.start(directory);
        client = TestbedClient.of(server);
        List<TableCorpus> corpora = TableCorpus.createAll(client);
        sidecar = TestbedSidecar.start(
                server,
                Testbed.ADMIN_TOKEN,
                Stream.concat(corpora.stream().map(TableCorpus::type), Stream.of(FLOW_SCHEMAS))
                        .toArray(String[]::new));
        sidecar.awaitSynced();
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

    private static List<TableCorpus> corpora() {
        return TableCorpus.all();
    }

    @ParameterizedTest
    @MethodSource("corpora")
    void aListIsTheApiServersTable(TableCorpus corpus) throws IOException {
        for (String include : List.of("", "?includeObject=Object", "?includeObject=None")) {
            assertSame(corpus.path() + include, TestbedTablesIT::table);
        }
        if ("write".equals(System.getProperty("nearcache.tables"))) {
            record(corpus);
        }
    }

    /** Those that the server makes for itself: in the order of their precedence, each page by itself. */
    @ParameterizedTest
    @ValueSource(strings = {"", "?limit=5"})
    void flowSchemasComeInTheOrderInWhichTheyAreMatched(String query) {
        assertSame("/apis/flowcontrol.apiserver.k8s.io/v1/flowschemas" + query, TestbedTablesIT::unpaged);
    }

    /** A table without its page's token, which names its version in its own way. */
    private static String unpaged(String text) {
        JsonNode table = tree(text);
        ((ObjectNode) table.path("metadata")).remove("continue");
        return table(table.toString());
    }

    @ParameterizedTest
    @MethodSource("corpora")
    void anObjectIsTheApiServersTable(TableCorpus corpus) {
        JsonNode first = corpus.objects().get(0);
        assertSame(corpus.path() + "/" + first.path("metadata").path("name").asText(), TestbedTablesIT::table);
    }

    @ParameterizedTest
    @MethodSource("corpora")
    void aWatchHasTheApiServersRowsAndItsBookmarksCells(TableCorpus corpus) {
        assertSame(corpus.path() + WATCH, TestbedTablesIT::events);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Object", "None"})
    void aWatchShowsAsMuchOfEachObjectAsTheApiServers(String include) {
        assertSame("/api/v1/namespaces/odd/pods" + WATCH + "&includeObject=" + include, TestbedTablesIT::events);
    }

    /** Reads both at once, again until they do so in the same second, as far as ages show it. */
    private static void assertSame(String path, Function<String, String> view) {
        String expected = "";
        String actual = "none";
        for (int attempt = 0; attempt < 10 && !expected.equals(actual); attempt++) {
            CompletableFuture<String> theirs =
                    CompletableFuture.supplyAsync(() -> client.get(path, TestbedClient.TABLE));
            actual = view.apply(ours(path));
            expected = view.apply(theirs.join());
        }
        assertEquals(expected, actual);
        assertFalse(expected.isEmpty());
    }

    private static String ours(String path) {
        try (RawStream stream = RawStream.get(sidecar.port(), path, Map.of("Accept", TestbedClient.TABLE), LIMIT)) {
            assertEquals(200, stream.status());
            return stream.rest();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A table but for what we do not keep, and for the list's version, which is the newest of all types there. */
    private static String table(String text) {
        JsonNode table = plain(tree(text));
        if (table.path("rows").size() != 1) {
            ((ObjectNode) table.path("metadata")).remove("resourceVersion");
        }
        return table.toPrettyString();
    }

    /**
     * The events of a watch, sorted, since those of the beginning come in another order; the first tells the
     * columns, and kube-apiserver may tell them again.
     */
    private static String events(String text) {
        List<String> events = new ArrayList<>();
        for (String line : text.lines().toList()) {
            ObjectNode event = (ObjectNode) tree(line);
            ObjectNode table = (ObjectNode) plain(event.path("object"));
            JsonNode columns = table.remove("columnDefinitions");
            assertTrue(columns.isArray() || !events.isEmpty(), line);
            if (event.path("type").asText().equals("BOOKMARK")) {
                // Of its object kube-apiserver also tells the empty fields that no object may be without.
                ObjectNode object = (ObjectNode) table.path("rows").get(0).path("object");
                object.retain("kind", "apiVersion", "metadata");
                ((ObjectNode) object.path("metadata")).remove("resourceVersion");
                ((ObjectNode) table.path("metadata")).remove("resourceVersion");
            }
            events.add(event.toPrettyString());
        }
        return events.stream().sorted().collect(Collectors.joining("\n"));
    }

    /**
     * A table but for three things: managed fields, which are not kept; the values of Secrets, which are hashed; and
     * annotations that kube-apiserver knows as fields of its own, and so shows in whole objects only.
     */
    private static JsonNode plain(JsonNode table) {
        for (JsonNode row : table.path("rows")) {
            JsonNode object = row.path("object");
            if (object.path("metadata") instanceof ObjectNode metadata) {
                metadata.remove("managedFields");
                if (object.path("kind").asText().equals("PartialObjectMetadata")
                        && metadata.path("annotations") instanceof ObjectNode annotations) {
                    annotations.remove(OWN_ANNOTATIONS);
                    if (annotations.isEmpty()) {
                        metadata.remove("annotations");
                    }
                }
            }
            if (object.path("kind").asText().equals("Secret") && object.path("data") instanceof ObjectNode data) {
                data.fieldNames().forEachRemaining(key -> data.put(key, ""));
            }
        }
        return table;
    }

    private static JsonNode tree(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static void record(TableCorpus corpus) throws IOException {
        Instant before;
        Instant after;
        JsonNode table;
        do {
            before = second();
            table = plain(client.json(corpus.path() + "?includeObject=Object", TestbedClient.TABLE));
            after = second();
        } while (!before.equals(after));
        List<String> rows = new ArrayList<>();
        table.path("rows").forEach(row -> rows.add("  " + row));
        Files.writeString(
                corpus.record(),
                "{\"now\":\"%s\",\n\"nothing\":%s,\n\"rows\":[\n%s\n]}\n"
                        .formatted(before, cellsOfNothing(corpus), String.join(",\n", rows)));
    }

    /** The cells of an object without any field: those of a bookmark. */
    private static JsonNode cellsOfNothing(TableCorpus corpus) {
        return client.get(corpus.path() + WATCH, TestbedClient.TABLE)
                .lines()
                .map(TestbedTablesIT::tree)
                .filter(event -> event.path("type").asText().equals("BOOKMARK"))
                .map(event -> event.at("/object/rows/0/cells"))
                .findFirst()
                .orElseThrow();
    }

    private static Instant second() {
        return InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS);
    }
}
