package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulator from outside, as kubernetes-api.md has it. */
@Timeout(60)
class SimulatorIT {
    private static final String PODS = "/api/v1/pods";

    private final Vertx vertx = Vertx.vertx();
    private Simulator simulator;
    private SimClient client;

    @BeforeEach
    void start() throws Exception {
        simulator = Simulator.start(vertx, SimulatorSettings.quiet()).await(20, SECONDS);
        client = new SimClient(simulator.url());
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().await(20, SECONDS);
    }

    @Test
    void listsEveryTypeInKeyOrder() {
        for (SimType type : SimType.standard()) {
            // Given
            String root = type.group().isEmpty() ? "/api/" : "/apis/";
            // When
            SimClient.Answer answer = client.get(root + type.apiVersion() + "/" + type.plural());
            // Then
            assertEquals(200, answer.code(), type.name());
            JsonNode list = answer.json();
            assertEquals(type.listKind(), list.path("kind").asText());
            assertEquals(
                    SimulatorSettings.quiet().population(type.name()),
                    list.path("items").size());
            List<String> keys = keys(list);
            assertEquals(keys.stream().sorted().toList(), keys);
            assertEquals(type.custom(), list.path("items").path(0).has("kind"));
            assertEquals(type.custom(), list.path("metadata").has("continue"));
        }
    }

    @Test
    void podsAreRealistic() {
        // When
        JsonNode pod = client.get(PODS).json().path("items").path(7);
        // Then
        assertTrue(
                pod.toString().length() > 5_000, () -> "only " + pod.toString().length());
        assertTrue(pod.path("metadata").path("managedFields").size() > 0);
        assertEquals(
                "ReplicaSet",
                pod.path("metadata")
                        .path("ownerReferences")
                        .path(0)
                        .path("kind")
                        .asText());
        assertTrue(pod.path("status")
                .path("containerStatuses")
                .path(0)
                .path("restartCount")
                .isInt());
    }

    @Test
    void pagesStayAtOneVersionWhileObjectsChange() throws Exception {
        // Given
        JsonNode first = client.get(PODS + "?limit=60").json();
        List<String> names = new ArrayList<>(keys(first));
        assertEquals(140, first.path("metadata").path("remainingItemCount").asInt());
        JsonNode before = client.get(PODS).json();
        simulator.world().many("pods", Change.Kind.DELETED, 150).await(5, SECONDS);
        simulator.world().many("pods", Change.Kind.ADDED, 10).await(5, SECONDS);
        // When
        String token = first.path("metadata").path("continue").asText();
        while (!token.isEmpty()) {
            JsonNode page = client.get(PODS + "?limit=60&continue=" + token).json();
            assertEquals(
                    first.path("metadata").path("resourceVersion"),
                    page.path("metadata").path("resourceVersion"));
            names.addAll(keys(page));
            token = page.path("metadata").path("continue").asText();
        }
        // Then
        assertEquals(keys(before), names);
    }

    @Test
    void expiredTokensOfferTheRemainderAtTheNewestVersion() throws Exception {
        // Given
        JsonNode first = client.get(PODS + "?limit=60").json();
        simulator.faults().compact("pods").await(5, SECONDS);
        // When
        SimClient.Answer expired = client.get(PODS + "?limit=60&continue="
                + first.path("metadata").path("continue").asText());
        // Then
        assertEquals(410, expired.code());
        assertEquals("Expired", expired.json().path("reason").asText());
        String replacement = expired.json().path("metadata").path("continue").asText();
        JsonNode rest = client.get(PODS + "?continue=" + replacement).json();
        assertEquals(140, rest.path("items").size());
    }

    @ParameterizedTest(name = "{0} is {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/pods?resourceVersion=abc | 400 | BadRequest
            /api/v1/pods?limit=x | 400 | BadRequest
            /api/v1/pods?continue=%25%25 | 400 | BadRequest
            /api/v1/pods?labelSelector=a%20b | 400 | BadRequest
            /api/v1/pods?resourceVersionMatch=Exact | 422 | Invalid
            /api/v1/pods?sendInitialEvents=true | 422 | Invalid
            /api/v1/pods?resourceVersion=1&resourceVersionMatch=Exact | 410 | Expired
            /api/v1/pods?resourceVersion=1&limit=1 | 410 | Expired
            /api/v1/pods?watch=1&resourceVersion=abc | 500 | ''
            /api/v1/pods?watch=1&resourceVersion=5&resourceVersionMatch=Exact | 422 | Invalid
            /api/v1/namespaces/team-00/pods/nope | 404 | NotFound
            /api/v1/pods?resourceVersion=99999999 | 504 | Timeout
            /api/v1/nothings | 404 | NotFound
            """)
    void refusesWithStatus(String path, int code, String reason) {
        // When
        SimClient.Answer answer = client.get(path);
        // Then
        assertEquals(code, answer.code(), answer::text);
        assertEquals("Status", answer.json().path("kind").asText());
        assertEquals(reason, answer.json().path("reason").asText());
        assertEquals(code, answer.json().path("code").asInt());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            labelSelector=tier%3Dbatch | tier=batch
            labelSelector=tier!%3Dbatch,env | none
            labelSelector=tier+in+(batch,backend),!env | tier=batch,backend
            labelSelector=tier+notin+(batch,backend) | tier=frontend
            """)
    void selectsByLabel(String query, String wanted) {
        // When
        JsonNode list = client.get(PODS + "?" + query).json();
        // Then
        for (JsonNode pod : list.path("items")) {
            String tier = pod.path("metadata").path("labels").path("tier").asText();
            assertTrue(wanted.contains(tier), () -> tier + " in " + wanted);
        }
        assertEquals(wanted.equals("none"), list.path("items").isEmpty());
    }

    @Test
    void selectsByFieldAndNamespace() {
        // Given
        JsonNode pod = client.get(PODS).json().path("items").path(3);
        String node = pod.path("spec").path("nodeName").asText();
        String namespace = pod.path("metadata").path("namespace").asText();
        // When
        JsonNode list = client.get("/api/v1/namespaces/" + namespace + "/pods?fieldSelector=spec.nodeName%3D" + node)
                .json();
        // Then
        assertFalse(list.path("items").isEmpty());
        list.path("items").forEach(found -> {
            assertEquals(node, found.path("spec").path("nodeName").asText());
            assertEquals(namespace, found.path("metadata").path("namespace").asText());
        });
    }

    @Test
    void watchesFromTheListsVersion() throws Exception {
        // Given
        String version = client.get(PODS + "?limit=1")
                .json()
                .path("metadata")
                .path("resourceVersion")
                .asText();
        SimObject made = simulator
                .world()
                .create("pods", "default", "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"nodeName\":\"n\"}}")
                .await(5, SECONDS);
        // When
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&resourceVersion=" + version)) {
            simulator
                    .world()
                    .patch("pods", "default", "p", "{\"spec\":{\"nodeName\":null}}")
                    .await(5, SECONDS);
            SimObject gone = simulator.world().delete("pods", "default", "p").await(5, SECONDS);
            List<JsonNode> events = watch.next(3);
            // Then
            assertEquals(List.of("ADDED", "MODIFIED", "DELETED"), types(events));
            assertEquals(SimClient.parse(made.json()), events.get(0).path("object"));
            assertFalse(events.get(1).path("object").path("spec").has("nodeName"));
            assertEquals(
                    "2",
                    events.get(1)
                            .path("object")
                            .path("metadata")
                            .path("generation")
                            .asText());
            assertEquals(Long.toString(gone.version()), version(events.get(2)));
        }
        assertEquals(
                List.of(Change.Kind.ADDED, Change.Kind.MODIFIED, Change.Kind.DELETED),
                simulator.log().changes("pods").await(5, SECONDS).stream()
                        .map(Change::kind)
                        .toList());
    }

    @Test
    void aWatchListEndsItsInitialEventsWithAMark() {
        // When
        try (SimClient.Lines watch = client.watch(
                PODS + "?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true")) {
            List<JsonNode> added = watch.next(200);
            JsonNode mark = watch.next();
            // Then
            assertTrue(types(added).stream().allMatch("ADDED"::equals));
            assertEquals("BOOKMARK", mark.path("type").asText());
            assertEquals(
                    "true",
                    mark.path("object")
                            .path("metadata")
                            .path("annotations")
                            .path("k8s.io/initial-events-end")
                            .asText());
        }
    }

    @Test
    void leavingTheSelectionIsADeleteWithTheOldBodyAndTheNewVersion() throws Exception {
        // Given
        simulator
                .world()
                .create("configmaps", "default", "{\"metadata\":{\"name\":\"c\",\"labels\":{\"a\":\"1\"}}}")
                .await(5, SECONDS);
        long version = simulator.world().version().await(5, SECONDS);
        // When
        try (SimClient.Lines watch =
                client.watch("/api/v1/configmaps?watch=1&labelSelector=a%3D1&resourceVersion=" + version)) {
            simulator
                    .world()
                    .patch("configmaps", "default", "c", "{\"metadata\":{\"labels\":{\"a\":\"2\"}}}")
                    .await(5, SECONDS);
            simulator
                    .world()
                    .patch("configmaps", "default", "c", "{\"metadata\":{\"labels\":{\"a\":\"1\"}}}")
                    .await(5, SECONDS);
            List<JsonNode> events = watch.next(2);
            // Then
            assertEquals(List.of("DELETED", "ADDED"), types(events));
            assertEquals(
                    "1",
                    events.get(0)
                            .path("object")
                            .path("metadata")
                            .path("labels")
                            .path("a")
                            .asText());
            assertEquals(Long.toString(version + 1), version(events.get(0)));
        }
    }

    @Test
    void bookmarksComeWhenOtherTypesMovedTheVersion() throws Exception {
        // Given
        long version = simulator.world().version().await(5, SECONDS);
        try (SimClient.Lines watch =
                client.watch("/api/v1/nodes?watch=1&allowWatchBookmarks=true&resourceVersion=" + version)) {
            // When
            simulator.world().many("pods", Change.Kind.MODIFIED, 3).await(5, SECONDS);
            JsonNode bookmark = watch.next();
            // Then
            assertEquals("BOOKMARK", bookmark.path("type").asText());
            assertEquals("Node", bookmark.path("object").path("kind").asText());
            assertTrue(Long.parseLong(version(bookmark)) > version);
        }
    }

    @Test
    void watchesEndAtTheirTimeout() {
        // When
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&resourceVersion=999999&timeoutSeconds=1")) {
            // Then
            assertEquals(200, watch.code());
            assertNull(watch.line());
        }
    }

    @Test
    void aWatchBelowTheHistoryIsAnErrorEvent() throws Exception {
        // Given
        long version = simulator.world().version().await(5, SECONDS);
        simulator.faults().compact("pods").await(5, SECONDS);
        // When
        try (SimClient.Lines watch = client.watch(PODS + "?watch=1&resourceVersion=" + version)) {
            // Then
            assertEquals(200, watch.code());
            JsonNode error = watch.next();
            assertEquals("ERROR", error.path("type").asText());
            assertEquals(410, error.path("object").path("code").asInt());
            assertNull(watch.line());
        }
    }

    @Test
    void takesWritesAsAServerDoes() {
        // Given
        String maps = "/api/v1/namespaces/default/configmaps";
        String body =
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c\"},\"data\":{\"a\":\"1\"}}";
        // When
        SimClient.Answer made = client.send("POST", maps, "application/json", body);
        SimClient.Answer again = client.send("POST", maps, "application/json", body);
        SimClient.Answer patched = client.send(
                "PATCH", maps + "/c", "application/merge-patch+json", "{\"data\":{\"a\":null,\"b\":\"2\"}}");
        SimClient.Answer stale = client.send("PUT", maps + "/c", "application/json", made.text());
        SimClient.Answer put = client.send(
                "PUT", maps + "/c", "application/json", patched.text().replace("\"2\"", "\"3\""));
        SimClient.Answer strategic =
                client.send("PATCH", maps + "/c", "application/strategic-merge-patch+json", "{\"data\":{}}");
        SimClient.Answer unnamed = client.send("POST", maps, "application/json", "{\"metadata\":{}}");
        SimClient.Answer misnamed = client.send("POST", maps, "application/json", "{\"metadata\":{\"name\":\"a/b\"}}");
        SimClient.Answer generated =
                client.send("POST", maps, "application/json", "{\"metadata\":{\"generateName\":\"g-\"}}");
        SimClient.Answer broken = client.send("POST", maps, "application/json", "{");
        SimClient.Answer gone = client.send("DELETE", maps + "/c", "", "");
        SimClient.Answer twice = client.send("DELETE", maps + "/c", "", "");
        SimClient.Answer clusterWide = client.send("POST", "/api/v1/configmaps", "application/json", body);
        // Then
        assertEquals(201, made.code(), made::text);
        assertEquals(409, again.code());
        assertEquals("AlreadyExists", again.json().path("reason").asText());
        assertEquals("{\"b\":\"2\"}", patched.json().path("data").toString());
        assertEquals(
                made.json().path("metadata").path("uid"),
                patched.json().path("metadata").path("uid"));
        assertEquals(409, stale.code());
        assertEquals("Conflict", stale.json().path("reason").asText());
        assertEquals(200, put.code(), put::text);
        assertNotEquals(
                patched.json().path("metadata").path("resourceVersion"),
                put.json().path("metadata").path("resourceVersion"));
        assertEquals(415, strategic.code());
        assertEquals(422, unnamed.code());
        assertEquals(422, misnamed.code());
        assertTrue(generated.json().path("metadata").path("name").asText().matches("g-[a-z0-9]{5}"));
        assertEquals(400, broken.code());
        assertEquals("Success", gone.json().path("status").asText());
        assertEquals(404, twice.code());
        assertEquals(405, clusterWide.code());
    }

    @Test
    void discoversWhatItServes() {
        // When
        JsonNode core = client.get("/api/v1").json();
        JsonNode groups = client.get("/apis").json();
        JsonNode widgets = client.get("/apis/example.com/v1").json();
        // Then
        assertEquals("v1", client.get("/api").json().path("versions").path(0).asText());
        assertEquals(6, core.path("resources").size());
        assertEquals(3, groups.path("groups").size());
        assertEquals("Widget", widgets.path("resources").path(0).path("kind").asText());
        assertEquals("apps", client.get("/apis/apps").json().path("name").asText());
        assertEquals("ok", client.get("/readyz").text());
        assertTrue(client.get("/version").json().path("gitVersion").asText().startsWith("v1."));
        assertEquals(404, client.get("/apis/none.example.com/v1/things").code());
    }

    @Test
    void keepsALogOfRequestsAndTheObjectsThatAreThere() throws Exception {
        // Given
        JsonNode list = client.get(PODS + "?limit=500").json();
        // When
        Map<String, SimulatorLog.Identity> snapshot =
                simulator.log().snapshot("pods").await(5, SECONDS);
        List<RequestEntry> requests = simulator.log().requests().await(5, SECONDS);
        // Then
        assertEquals(keys(list), List.copyOf(snapshot.keySet()));
        assertEquals("limit=500", requests.get(requests.size() - 1).query());
    }

    @Test
    void aClientThatLeavesWhileItIsHeldLeavesNoWatchBehind() throws Exception {
        // Given
        Fault hold = simulator.faults().inject("pods", Fault.hold(Verb.READS)).await(5, SECONDS);
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), simulator.port());
        socket.getOutputStream()
                .write("GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        while (simulator.log().requests().await(5, SECONDS).isEmpty()) {
            Thread.onSpinWait();
        }
        // When
        socket.close();
        client.get("/api/v1/nodes");
        simulator.faults().lift("pods", hold).await(5, SECONDS);
        // Then
        assertEquals(0, simulator.log().openWatches("pods").await(5, SECONDS));
    }

    @Test
    void streamsAHundredThousandPods() throws Exception {
        // Given
        Simulator large = Simulator.start(vertx, SimulatorSettings.quiet().withObjects(Map.of("pods", 100_000)))
                .await(60, SECONDS);
        SimClient reader = new SimClient(large.url());
        // When
        long pods = 0;
        try (SimClient.Lines watch = reader.watch(PODS + "?watch=1&allowWatchBookmarks=true")) {
            for (String line = watch.line(); line.startsWith("{\"type\":\"ADDED\""); line = watch.line()) {
                pods++;
            }
        }
        // Then
        assertEquals(100_000, pods);
    }

    private static List<String> keys(JsonNode list) {
        return StreamSupport.stream(list.path("items").spliterator(), false)
                .map(item -> item.path("metadata"))
                .map(meta -> SimObject.key(
                        meta.path("namespace").asText(""), meta.path("name").asText()))
                .toList();
    }

    private static List<String> types(List<JsonNode> events) {
        return events.stream().map(event -> event.path("type").asText()).toList();
    }

    private static String version(JsonNode event) {
        return event.path("object").path("metadata").path("resourceVersion").asText();
    }
}
