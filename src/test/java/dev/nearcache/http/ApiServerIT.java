package dev.nearcache.http;

import static dev.nearcache.testing.Objects.object;
import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.query.QueryService;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.query.ResourceStatus.State;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.SseClient;
import dev.nearcache.time.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The API over real sockets, on a cache fed by hand. */
class ApiServerIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final ResourceType DEPLOYMENTS = new ResourceType(
            "apps", "v1", "deployments", "deployment", "Deployment", "DeploymentList", true, List.of("deploy"));
    private static final ResourceType WIDGETS =
            new ResourceType("ex.io", "v1", "widgets", "widget", "Widget", "WidgetList", true, List.of());

    private static final ResourceType NODES =
            new ResourceType("", "v1", "nodes", "node", "Node", "NodeList", false, List.of("no"));

    private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
    private final Vertx vertx = Vertx.vertx().exceptionHandler(unhandled::add);
    private final FedResource nodes = new FedResource(NODES, ObjectLayout.whole(), FedResource.ROOMY);
    private final FedResource pods = FedResource.pods();
    private final FedResource deployments = new FedResource(DEPLOYMENTS, ObjectLayout.whole(), FedResource.ROOMY);
    private final FedResource widgets = new FedResource(WIDGETS, ObjectLayout.whole(), FedResource.ROOMY);
    private ApiServer server;
    private int port;

    @BeforeEach
    void start() {
        ResourceCatalog catalog = new ResourceCatalog(List.of(pods, deployments, widgets, nodes));
        ApiShared shared = new ApiShared(ApiSettings.onPort(0), catalog, new FakeOrigin(), new VertxTimers(vertx));
        server = FedApi.start(vertx, shared);
        port = server.port();
    }

    @AfterEach
    void stop() {
        vertx.close().await();
        assertEquals(List.of(), unhandled);
    }

    private RawStream get(String path, String... headers) throws IOException {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            all.put(headers[i], headers[i + 1]);
        }
        return RawStream.get(port, path, all, LIMIT);
    }

    private JsonNode json(String path) throws IOException {
        try (RawStream answer = get(path)) {
            return JSON.readTree(answer.rest());
        }
    }

    private static List<String> names(JsonNode list) {
        List<String> names = new ArrayList<>();
        list.path("items")
                .forEach(item -> names.add(item.path("metadata").path("name").asText()));
        return names;
    }

    private static ResourceVersion version(long value) {
        return ResourceVersion.of(value);
    }

    @Test
    void listsInKeyOrderAsKubernetesDoes() throws IOException {
        // Given
        pods.list(10, pod("a", "y", 5), pod("a", "x", 7), pod("a-b", "z", 6));
        // When
        try (RawStream answer = get("/api/v1/pods")) {
            String body = answer.rest();
            // Then
            assertEquals(200, answer.status());
            assertEquals("application/json", answer.header("content-type"));
            assertEquals("0", answer.header("age"));
            assertTrue(body.endsWith("}\n"));
            JsonNode list = JSON.readTree(body);
            assertEquals("PodList", list.path("kind").asText());
            assertEquals("10", list.path("metadata").path("resourceVersion").asText());
            assertEquals(List.of("z", "x", "y"), names(list));
            assertTrue(list.path("items").get(0).path("kind").isMissingNode());
        }
        assertEquals(List.of("x", "y"), names(json("/api/v1/namespaces/a/pods")));
        assertEquals(List.of("x", "y"), names(json("/v1/namespaces/a/po")));
        assertEquals("Pod", json("/v1/namespaces/a/pods/x").path("kind").asText());
        assertEquals("Pod", json("/api/v1/namespaces/a/pods/x").path("kind").asText());
    }

    @Test
    void pagesStayAtOneVersion() throws IOException {
        // Given
        pods.list(10, pod("a", "p1", 1), pod("a", "p2", 2), pod("a", "p3", 3));
        JsonNode first = json("/api/v1/pods?limit=2");
        assertEquals(1, first.path("metadata").path("remainingItemCount").asInt());
        // When
        pods.feed(sink -> sink.add(pod("a", "p4", 11)));
        JsonNode second = json("/api/v1/pods?limit=2&continue="
                + first.path("metadata").path("continue").asText());
        // Then
        assertEquals(List.of("p1", "p2"), names(first));
        assertEquals(List.of("p3"), names(second));
        assertEquals("10", second.path("metadata").path("resourceVersion").asText());
        assertTrue(second.path("metadata").path("continue").isMissingNode());
        assertEquals(
                List.of("p1", "p2", "p3"), names(json("/api/v1/pods?resourceVersion=10&resourceVersionMatch=Exact")));
    }

    @Test
    void aStreamEndsOnceDiscoveryTellsThatItsTypeHasNoNamespaces() throws IOException {
        // Given
        nodes.undiscovered();
        try (RawStream stream = get("/v1/stream?resource=nodes&namespace=a")) {
            assertEquals(200, stream.status());
            // When
            nodes.discover().list(10);
            // Then
            String events = stream.rest();
            assertTrue(
                    events.contains("event: ERROR\ndata: {\"type\":\"ERROR\",\"resource\":\"nodes\",\"object\":{"),
                    events);
            assertTrue(events.contains("nodes have no namespace: leave it out"), events);
        }
    }

    @Test
    void customTypesHaveTheirOwnShape() throws IOException {
        widgets.list(
                9,
                object(
                        "{\"kind\":\"Widget\",\"apiVersion\":\"ex.io/v1\",\"metadata\":{\"name\":\"w\",\"namespace\":\"a\","
                                + "\"resourceVersion\":\"4\"}}"));
        try (RawStream answer = get("/apis/ex.io/v1/widgets")) {
            assertEquals(
                    "{\"apiVersion\":\"ex.io/v1\",\"items\":[{\"apiVersion\":\"ex.io/v1\",\"kind\":\"Widget\",\"metadata\":"
                            + "{\"name\":\"w\",\"namespace\":\"a\",\"resourceVersion\":\"4\"}}],\"kind\":\"WidgetList\","
                            + "\"metadata\":{\"continue\":\"\",\"resourceVersion\":\"9\"}}\n",
                    answer.rest());
        }
    }

    @Test
    void watchesFromAListWithBookmarkAtItsEnd() throws IOException {
        // Given
        pods.list(10, pod("a", "old", 3), pod("a", "b", 8), pod("a", "a", 9));
        try (RawStream watch = get("/api/v1/pods?watch=1&allowWatchBookmarks=1")) {
            // Then
            assertEquals("application/json", watch.header("content-type"));
            assertEquals("ADDED old@3", line(watch));
            assertEquals("ADDED b@8", line(watch));
            assertEquals("ADDED a@9", line(watch));
            assertEquals("BOOKMARK @10 end", line(watch));
            // When
            pods.feed(sink -> sink.update(pod("a", "a", 11)));
            pods.feed(sink -> sink.delete(pod("a", "b", 12)));
            // Then
            assertEquals("MODIFIED a@11", line(watch));
            assertEquals("DELETED b@12", line(watch));
        }
    }

    @Test
    void aWatchSeesItsSelectionEnterAndLeave() throws IOException {
        // Given
        pods.list(10, pod("a", "x", 3, Map.of("app", "web")));
        try (RawStream watch = get("/api/v1/pods?watch=1&resourceVersion=10&labelSelector=app%3Dweb")) {
            // When
            pods.feed(sink -> sink.update(pod("a", "x", 11, Map.of("app", "db"))));
            pods.feed(sink -> sink.update(pod("a", "x", 12, Map.of("app", "web"))));
            // Then
            JsonNode left = JSON.readTree(watch.line());
            assertEquals("DELETED", left.path("type").asText());
            assertEquals("11", left.at("/object/metadata/resourceVersion").asText());
            assertEquals("web", left.at("/object/metadata/labels/app").asText());
            assertEquals("ADDED x@12", line(watch));
        }
    }

    @Test
    void aWatchFromBeforeTheLogIsToldSo() throws IOException {
        pods.list(10, pod("a", "x", 3));
        try (RawStream watch = get("/api/v1/pods?watch=1&resourceVersion=5")) {
            assertEquals(200, watch.status());
            assertEquals(
                    "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":"
                            + "\"Failure\",\"message\":\"too old resource version: 5 (10)\",\"reason\":\"Expired\",\"code\":410}}",
                    watch.line());
            assertEquals("", watch.rest());
        }
    }

    @Test
    void streamsASnapshotThenChangesWithIds() throws IOException {
        // Given
        pods.list(10, pod("a", "x", 3));
        try (SseClient client = SseClient.open(port, "/v1/stream?resource=pods", "")) {
            assertEquals(List.of("ADDED - x@3", "SYNCED 10"), client.next(2));
            // When
            pods.feed(sink -> sink.add(pod("a", "y", 11)));
            // Then
            assertEquals(List.of("ADDED 11 y@11"), client.next(1));
            assertEquals("11", client.reader().lastEventId());
            assertTrue(client.reader().retryMillis() >= 1000);
        }
        pods.feed(sink -> sink.delete(pod("a", "y", 12)));
        try (SseClient client = SseClient.open(port, "/api/v1/pods?watch=true", "11")) {
            assertEquals(List.of("DELETED 12 y@12"), client.next(1));
        }
    }

    @Test
    void aResumePointThatIsGoneIsResetOrRefused() throws IOException {
        pods.list(10, pod("a", "x", 3));
        try (SseClient client = SseClient.open(port, "/v1/pods?watch=true", "5")) {
            assertEquals(List.of("RESET ", "ADDED - x@3", "SYNCED 10"), client.next(3));
        }
        try (SseClient client = SseClient.open(port, "/v1/pods?watch=true&onExpired=error", "5")) {
            assertEquals(410, client.stream().status());
        }
        try (SseClient client = SseClient.open(port, "/v1/pods?watch=true", "nonsense")) {
            assertEquals(List.of("RESET ", "ADDED - x@3"), client.next(2));
        }
    }

    @Test
    void aStreamOfSeveralTypesNamesThoseThatAreComplete() throws IOException {
        // Given
        pods.list(10, pod("a", "x", 3));
        try (SseClient client = SseClient.open(port, "/v1/stream?resource=pods&resource=deployments.apps", "")) {
            assertEquals(List.of("ADDED - x@3", "SYNCED pods=10"), client.next(2));
            // When
            deployments.list(7, pod("a", "d", 5));
            // Then
            assertEquals(List.of("ADDED - d@5", "SYNCED pods=10,deployments.apps=7"), client.next(2));
        }
        // A client that was cut before the second type was complete
        try (SseClient client = SseClient.open(port, "/v1/stream?resource=pods&resource=deployments.apps", "pods=10")) {
            assertEquals(List.of("RESET pods=10", "ADDED - d@5", "SYNCED pods=10,deployments.apps=7"), client.next(3));
        }
    }

    @Test
    void whatIsNotSyncedIsRefusedNotEmpty() throws IOException {
        for (String path : List.of("/api/v1/pods", "/v1/pods", "/api/v1/namespaces/a/pods/x")) {
            try (RawStream answer = get(path)) {
                assertEquals(503, answer.status());
                assertEquals("1", answer.header("retry-after"));
                assertEquals(
                        "ServiceUnavailable",
                        JSON.readTree(answer.rest()).path("reason").asText());
            }
        }
        try (RawStream watch = get("/api/v1/pods?watch=1")) {
            assertEquals(429, watch.status());
        }
        try (SseClient client = SseClient.open(port, "/v1/pods?watch=true", "")) {
            assertEquals(200, client.stream().status());
            pods.list(1);
            assertEquals(List.of("SYNCED 1"), client.next(1));
        }
    }

    @Test
    void entityTagsSpareUnchangedBodies() throws IOException {
        pods.list(10, pod("a", "x", 3), pod("b", "y", 4));
        for (String path : List.of("/api/v1/namespaces/a/pods", "/api/v1/namespaces/a/pods/x")) {
            String tag;
            try (RawStream answer = get(path)) {
                tag = answer.header("etag");
            }
            pods.feed(sink -> sink.bookmark(version(20)));
            try (RawStream answer = get(path, "If-None-Match", tag)) {
                assertEquals(304, answer.status());
            }
        }
    }

    @Test
    void whatIsNotFoundSaysHowOldThatIs() throws IOException {
        // Given
        pods.list(10);
        for (String path : List.of(
                "/api/v1/namespaces/a/pods/x",
                "/v1/namespaces/a/pods/x",
                "/api/v1/pods?resourceVersion=9&resourceVersionMatch=Exact")) {
            // When it is live
            pods.report(State.SYNCED, true, Duration.ZERO);
            try (RawStream answer = get(path)) {
                // Then
                assertTrue(answer.status() >= 400, path);
                assertEquals("0", answer.header("age"), path);
            }

            // When it is stale
            pods.report(State.STALE, false, Duration.ofSeconds(42));
            try (RawStream answer = get(path)) {
                // Then
                assertEquals("42", answer.header("age"), path);
                assertTrue(answer.header("warning").startsWith("299 - \"pods may be stale"), path);
            }
        }
    }

    @Test
    void staleAnswersSayHowOldTheyAre() throws IOException {
        pods.list(10).report(State.STALE, false, Duration.ofSeconds(42));
        try (RawStream answer = get("/api/v1/pods")) {
            assertEquals("42", answer.header("age"));
            assertTrue(answer.header("warning").startsWith("299 - \"pods may be stale"));
        }
    }

    @Test
    void badRequestsAreAnsweredWithAStatus() throws IOException {
        pods.list(10, pod("a", "x", 3));
        assertStatus(400, "/v1/pods?sort=name", "unknown parameter");
        assertStatus(400, "/api/v1/pods?labelSelector=x,,y", "found ','");
        assertStatus(400, "/api/v1/pods?resourceVersion=abc", "invalid resource version");
        assertStatus(500, "/api/v1/pods?watch=1&resourceVersion=abc", "resourceVersion: Invalid value");
        assertStatus(400, "/api/v1/pods?continue=abc%3D", "invalid continue token");
        assertStatus(422, "/api/v1/pods?resourceVersionMatch=Exact", "ListOptions.meta.k8s.io");
        assertStatus(404, "/api/v1/foos", "the server could not find");
        assertStatus(404, "/v1/foos", "is not cached");
        assertStatus(404, "/api/v1/namespaces/a/pods/nope", "pods \"nope\" not found");
        assertStatus(404, "/api/v1/namespaces/a/pods/x/log", "the server could not find");
        try (RawStream answer = get("/apis/nope.io/v1/foos")) {
            assertEquals("404 page not found\n", answer.rest());
        }
    }

    @Test
    void kubernetesPathsIgnoreWhatTheyDoNotKnow() throws IOException {
        pods.list(10, pod("a", "x", 3));
        assertEquals(List.of("x"), names(json("/api/v1/pods?sort=name")));
    }

    @Test
    void aForeignHostIsRefused() throws IOException {
        try (RawStream answer = get("/v1/resources", "Origin", "http://evil.example")) {
            assertEquals(403, answer.status());
        }
    }

    @Test
    void reportsWhatIsCached() throws IOException {
        pods.list(10, pod("a", "x", 3)).report(State.SYNCED, true, Duration.ZERO);
        JsonNode first = json("/v1/resources").path("items").get(0);
        assertEquals("pods", first.path("resource").asText());
        assertEquals("Synced", first.path("state").asText());
        assertEquals(1, first.path("objects").asInt());
        assertEquals("10", first.path("resourceVersion").asText());
    }

    @Test
    void peopleGetIndentedJson() throws IOException {
        pods.list(10);
        try (RawStream answer = get("/api/v1/pods", "User-Agent", "curl/8")) {
            assertEquals(
                    "{\n  \"kind\": \"PodList\",\n  \"apiVersion\": \"v1\",\n  \"metadata\": {\n"
                            + "    \"resourceVersion\": \"10\"\n  },\n  \"items\": []\n}",
                    answer.rest());
        }
    }

    @Test
    void writesAreNotAllowed() throws Exception {
        for (String method : List.of("POST", "PUT", "PATCH", "DELETE")) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/v1/namespaces/a/pods"))
                                    .method(method, HttpRequest.BodyPublishers.ofString("{}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            assertEquals(405, answer.statusCode());
            assertEquals(
                    "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"the"
                            + " server does not allow this method on the requested resource: this is Nearcache, a"
                            + " read-only cache; what writes, executes or connects goes to the API server itself\","
                            + "\"reason\":"
                            + "\"MethodNotAllowed\",\"details\":{},\"code\":405}\n",
                    answer.body());
        }
    }

    @Test
    void largeListsAreCompressedForThoseWhoTakeIt() throws Exception {
        // Given
        KubeObject[] many = new KubeObject[2000];
        for (int i = 0; i < many.length; i++) {
            many[i] = pod("a", "p" + i, i + 1);
        }
        pods.list(3000, many);
        // When
        HttpResponse<InputStream> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/v1/pods"))
                                .header("Accept-Encoding", "gzip")
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        // Then
        assertEquals("gzip", answer.headers().firstValue("Content-Encoding").orElse(""));
        assertEquals(
                2000,
                JSON.readTree(new GZIPInputStream(answer.body())).path("items").size());
    }

    @Test
    void inferredDeletesAreMarked() throws IOException {
        // Given
        pods.list(10, pod("a", "x", 3), pod("a", "y", 4));
        pods.list(20, pod("a", "y", 4));
        // Then
        try (SseClient client = SseClient.open(port, "/v1/pods?watch=1", "10")) {
            assertTrue(client.next().data().startsWith("{\"type\":\"DELETED\",\"finalStateUnknown\":true,"));
        }
        try (RawStream watch = get("/api/v1/pods?watch=1&resourceVersion=10")) {
            JsonNode metadata = JSON.readTree(watch.line()).at("/object/metadata");
            assertEquals("20", metadata.path("resourceVersion").asText());
            assertEquals(
                    "true",
                    metadata.path("annotations")
                            .path("nearcache.dev/final-state-unknown")
                            .asText());
        }
    }

    @Test
    void discoveryNamesTheCachedTypes() throws IOException {
        assertEquals("[\"v1\"]", json("/api").path("versions").toString());
        assertEquals("apps", json("/apis").path("groups").get(0).path("name").asText());
        assertEquals(
                "pods", json("/api/v1").path("resources").get(0).path("name").asText());
        assertEquals("apps/v1", json("/apis/apps/v1").path("groupVersion").asText());
        assertEquals("apps", json("/apis/apps").path("name").asText());
    }

    @Test
    void aVersionIsWaitedForNoLongerThanTheClientWould() throws IOException {
        pods.list(10, pod("a", "x", 3));
        for (String path : List.of("/api/v1/pods", "/api/v1/namespaces/a/pods/x")) {
            long asked = System.nanoTime();
            try (RawStream answer = get(path + "?resourceVersion=99&timeout=200ms")) {
                assertEquals(504, answer.status());
                JsonNode status = JSON.readTree(answer.rest());
                assertEquals("Timeout", status.path("reason").asText());
                assertEquals(
                        "Timeout: request did not complete within the allotted timeout",
                        status.path("message").asText());
                assertFalse(answer.headers().containsKey("retry-after"));
            }
            assertTrue(System.nanoTime() - asked < QueryService.PATIENCE.toNanos());
            try (RawStream answer = get(path + "?resourceVersion=10&timeout=1ms")) {
                assertEquals(200, answer.status());
            }
        }
    }

    @Test
    void aFieldSelectorWithoutAnIndexScansAndSaysSo() throws IOException {
        pods.list(10, pod("a", "x", 3), pod("a", "y", 4));
        try (RawStream answer = get("/api/v1/pods?fieldSelector=metadata.namespace%3Da,metadata.uid%21%3Dz")) {
            assertTrue(answer.header("warning").startsWith("299 - \"no index for metadata.uid:"));
            assertEquals(2, JSON.readTree(answer.rest()).path("items").size());
        }
        // By the API server's own labels every client may select.
        try (RawStream answer = get("/api/v1/pods?fieldSelector=spec.nodeName%3Dnode-1")) {
            assertFalse(answer.headers().getOrDefault("warning", "").contains("index"));
            assertEquals(2, JSON.readTree(answer.rest()).path("items").size());
        }
        assertEquals(List.of("y"), names(json("/api/v1/pods?fieldSelector=metadata.name%3Dy")));
        assertEquals(List.of(), names(json("/api/v1/pods?fieldSelector=spec.nodeName!%3Dnode-1")));
    }

    /** kubernetes-api.md 7.9 #7. */
    @Test
    void streamsEndCleanlyWhenTheServerStops() throws IOException {
        pods.list(10);
        try (SseClient client = SseClient.open(port, "/v1/stream?resource=pods", "");
                RawStream watch = get("/api/v1/pods?watch=1&resourceVersion=10")) {
            client.next();
            Future.<Void>future(
                            closed -> vertx.runOnContext(go -> server.close().onComplete(closed)))
                    .await();
            assertThrows(EOFException.class, client::next);
            assertThrows(EOFException.class, watch::line);
        }
    }

    @Test
    void aWatchEndsAtItsTimeout() throws IOException {
        pods.list(10);
        try (RawStream watch = get("/api/v1/pods?watch=1&resourceVersion=10&timeoutSeconds=1")) {
            assertThrows(EOFException.class, watch::line);
        }
        try (RawStream watch = get("/api/v1/watch/pods?timeoutSeconds=-1")) {
            assertThrows(EOFException.class, watch::line);
        }
    }

    private void assertStatus(int code, String path, String words) throws IOException {
        try (RawStream answer = get(path)) {
            String body = answer.rest();
            assertEquals(code, answer.status(), () -> path + ": " + body);
            JsonNode status = JSON.readTree(body);
            assertEquals("Status", status.path("kind").asText());
            assertEquals(code, status.path("code").asInt());
            assertTrue(status.path("message").asText().contains(words), body);
        }
    }

    private static String line(RawStream watch) throws IOException {
        JsonNode event = JSON.readTree(watch.line());
        JsonNode metadata = event.path("object").path("metadata");
        boolean end = metadata.path("annotations").has("k8s.io/initial-events-end");
        return event.path("type").asText() + " " + metadata.path("name").asText("") + "@"
                + metadata.path("resourceVersion").asText() + (end ? " end" : "");
    }
}
