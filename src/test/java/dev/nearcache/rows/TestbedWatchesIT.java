package dev.nearcache.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nearcache.rows.Side.Pod;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.Testbed;
import dev.nearcache.testing.TestbedSidecar;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Watches of a sidecar beside the same of its API server, while objects change: every start, selector and form that there
 * is, event by event (kubernetes-api.md 3).
 */
@Tag("testbed")
@Timeout(120)
class TestbedWatchesIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** {@code NOW} is the version before the changes, {@code LATER} one that they pass. */
    private static final List<String> WATCHES = List.of(
            "pods?watch=1",
            "pods?watch=1&allowWatchBookmarks=true",
            "pods?watch=1&resourceVersion=0",
            "pods?watch=1&resourceVersion=0&allowWatchBookmarks=true",
            "pods?watch=1&resourceVersion=NOW",
            "pods?watch=1&resourceVersion=NOW&allowWatchBookmarks=true",
            "pods?watch=1&resourceVersion=LATER",
            "pods?watch=1&resourceVersion=NOW&sendInitialEvents=true&resourceVersionMatch=NotOlderThan",
            "pods?watch=1&resourceVersion=NOW&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
                    + "&allowWatchBookmarks=true",
            "pods?watch=1&resourceVersion=NOW&sendInitialEvents=false&resourceVersionMatch=NotOlderThan",
            "pods?watch=1&labelSelector=a%3Db&allowWatchBookmarks=true",
            "pods?watch=1&labelSelector=a!%3Db&resourceVersion=NOW",
            "pods?watch=1&fieldSelector=spec.nodeName%3Dn&resourceVersion=NOW",
            "pods?watch=1&fieldSelector=spec.nodeName!%3Dn&allowWatchBookmarks=true",
            "pods?watch=1&fieldSelector=metadata.name%3Done&resourceVersion=0",
            "pods?watch=1&fieldSelector=metadata.name%3Dnone&allowWatchBookmarks=true",
            "pods/one?watch=1&resourceVersion=0");

    @TempDir
    static Path directory;

    private static RealServer server;
    private static TestbedSidecar sidecar;

    @BeforeAll
    static void start() throws IOException {
        server = RealServer.start(directory);
        sidecar = TestbedSidecar.start(server.testbed(), Testbed.ADMIN_TOKEN, "pods");
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

    /** A watch of both, opened before the changes. */
    private record Both(RawStream theirs, RawStream ours) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "application/json;as=Table;v=v1;g=meta.k8s.io",
                "application/json;as=Table;v=v1beta1;g=meta.k8s.io",
                "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
            })
    void aWatchTellsWhatTheApiServersTells(String accept) throws IOException {
        // Given
        String namespace = "beside-" + Integer.toHexString(accept.hashCode());
        server.write(Pod.of(namespace, "one"));
        server.write(Pod.of(namespace, "two").labelled("a", "b"));
        long now = server.write(Pod.of(namespace, "three").on("n"));
        sidecar.json("/api/v1/namespaces/" + namespace + "/pods?resourceVersion=" + now);
        Map<String, Both> watches = new LinkedHashMap<>();
        for (String watch : WATCHES) {
            String target = "/api/v1/namespaces/" + namespace + "/"
                    + watch.replace("NOW", now + "").replace("LATER", now + 2 + "")
                    + (watch.startsWith("pods/") ? "" : "&timeoutSeconds=5");
            Map<String, String> form = Map.of("Accept", accept);
            watches.put(
                    watch,
                    new Both(server.open("GET", target, form), RawStream.get(sidecar.port(), target, form, LIMIT)));
        }

        // When
        server.write(Pod.of(namespace, "two"));
        server.write(Pod.of(namespace, "one").labelled("a", "b"));
        server.write(Pod.of(namespace, "one").labelled("a", "b").on("n"));
        server.write(Pod.of(namespace, "four").labelled("a", "b"));
        server.delete(namespace, "three");

        // Then
        for (Map.Entry<String, Both> watch : watches.entrySet()) {
            try (RawStream theirs = watch.getValue().theirs();
                    RawStream ours = watch.getValue().ours()) {
                assertEquals(theirs.status(), ours.status(), watch.getKey());
                assertEquals(theirs.header("content-type"), ours.header("content-type"), watch.getKey());
                List<String> expected = told(theirs);
                assertEquals(expected, told(ours), watch.getKey());
                assertFalse(expected.isEmpty() && !watch.getKey().contains("none"), watch.getKey());
            }
        }
    }

    /**
     * The events, the ones of the beginning in one order: ours are in that of their versions. Bookmarks but the mark of the
     * beginning's end come when they come.
     */
    private static List<String> told(RawStream stream) throws IOException {
        List<String> beginning = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        for (String line : stream.rest().lines().toList()) {
            JsonNode event = JSON.readTree(line);
            boolean mark = line.contains("initial-events-end");
            if (event.path("type").asText().equals("BOOKMARK") && !mark) {
                continue;
            }
            String plain = plain(event.deepCopy(), mark).toString().replaceAll("\"\\d+s\"", "\"age\"");
            boolean begins = rest.isEmpty() && plain.contains("\"type\":\"ADDED\"");
            (begins ? beginning : rest).add(plain);
        }
        return Stream.concat(beginning.stream().sorted(), rest.stream()).toList();
    }

    /** Without managed fields, which are not kept, and without columns, which kube-apiserver may repeat. */
    private static JsonNode plain(JsonNode node, boolean mark) {
        if (node instanceof ObjectNode object) {
            object.remove(List.of("managedFields", "columnDefinitions"));
            if (mark) {
                // Of an empty object kube-apiserver also tells the fields that no object may be without.
                object.remove(List.of("resourceVersion", "spec", "status"));
            }
        }
        node.forEach(child -> plain(child, mark));
        return node;
    }
}
