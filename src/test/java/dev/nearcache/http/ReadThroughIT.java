package dev.nearcache.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.http.kube.ReadThrough;
import dev.nearcache.http.kube.ReadThrough.Consistency;
import dev.nearcache.http.kube.ReadThrough.Secrets;
import dev.nearcache.http.kube.ReadThrough.Types;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ObjectLayout.ValuePolicy;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.Objects;
import dev.nearcache.testing.RawStream;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API server answers instead of the cache, and what it never answers. */
@Timeout(120)
class ReadThroughIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final ResourceType SECRET =
            new ResourceType("", "v1", "secrets", "secret", "Secret", "SecretList", true, List.of());
    private static final ReadThrough ALL = new ReadThrough(Types.ALL, Consistency.CACHE, Secrets.HIDDEN);
    private static final ReadThrough CONSISTENT = new ReadThrough(Types.CACHED, Consistency.UPSTREAM, Secrets.HIDDEN);
    private static final Map<String, String> UPSTREAM = Map.of("Nearcache-Consistency", "upstream");

    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
    private final Vertx vertx = Vertx.vertx().exceptionHandler(unhandled::add);
    private final FakeOrigin origin = new FakeOrigin();
    private final FedResource pods =
            new FedResource(FedResource.PODS, ObjectLayout.whole(), new HistoryLimits(2, 1 << 20, Duration.ofHours(1)));
    private final FedResource secrets = new FedResource(
            SECRET, new ObjectLayout(List.of(), List.of(), Map.of(), ValuePolicy.HASHED), FedResource.ROOMY);

    private record Got(int status, String source, String body) {}

    private int start(ReadThrough through) {
        pods.list(10, Objects.pod("a", "x", 3));
        secrets.list(10);
        return FedApi.start(vertx, origin, through, pods, secrets).port();
    }

    @AfterEach
    void stop() {
        vertx.close().await();
        assertEquals(List.of(), unhandled);
    }

    private static Got get(int port, String path, Map<String, String> headers) throws IOException {
        try (RawStream answer = RawStream.get(port, path, headers, LIMIT)) {
            return new Got(answer.status(), answer.headers().getOrDefault("nearcache-source", ""), answer.rest());
        }
    }

    private static int status(int port, String path, Map<String, String> headers) throws IOException {
        try (RawStream answer = RawStream.get(port, path, headers, LIMIT)) {
            return answer.status();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/nodes?limit=2&continue=a%2Bb, /api/v1/nodes?limit=2&continue=a%2Bb",
        "/api/v1/nodes/n, /api/v1/nodes/n",
        "/apis/ex.io/v1/namespaces/a/widgets/w/, /apis/ex.io/v1/namespaces/a/widgets/w",
        "/api/v1/namespaces/a/pods/p/log?container=c, /api/v1/namespaces/a/pods/p/log?container=c",
        "/api/v1/nodes?watch=true, /api/v1/nodes?watch=true",
        "/api/v1/watch/nodes, /api/v1/watch/nodes"
    })
    void handsOnWhatIsNotCached(String path, String asked) throws IOException {
        // Given
        String body = "what the API server says, which is longer than one piece of it";
        origin.json(asked, body);

        // When
        Got got = get(start(ALL), path, Map.of("Accept", "application/yaml", "Authorization", "Bearer mine"));

        // Then
        assertEquals(new Got(200, "upstream", body), got);
        assertEquals("application/yaml", origin.asked().get(0).headers().get("Accept"));
    }

    @Test
    void handsOnFailuresAsTheyAre() throws IOException {
        origin.answer("/api/v1/nodes", 403, Map.of("Content-Type", "application/json"), "no");
        assertEquals(new Got(403, "upstream", "no"), get(start(ALL), "/api/v1/nodes", Map.of()));
    }

    @Test
    void saysThatTheServerIsAway() throws IOException {
        origin.goDown();
        Got got = get(start(ALL), "/api/v1/nodes", Map.of());
        assertEquals(503, got.status());
        assertTrue(got.body().contains("the API server gives no answer: connection refused"), got::body);
    }

    @Test
    void knowsOnlyWhatIsCachedUnlessItIsToldOtherwise() throws IOException {
        int port = start(ReadThrough.NONE);
        for (String path : List.of("/api/v1/nodes", "/api/v1/namespaces/a/pods/x/log")) {
            Got got = get(port, path, Map.of());
            assertEquals("404 cache", got.status() + " " + got.source(), path);
        }
        assertEquals(List.of(), origin.asked());
    }

    @Test
    void answersFromTheCacheWhatIsCached() throws IOException {
        Got got = get(start(ALL), "/api/v1/pods", Map.of());
        assertEquals("200 cache", got.status() + " " + got.source());
        assertEquals(List.of(), origin.asked());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/namespaces/a/pods/p/exec?command=sh",
                "/api/v1/namespaces/a/pods/p/attach",
                "/api/v1/namespaces/a/pods/p/portforward",
                "/api/v1/namespaces/a/services/s/proxy/admin",
                "/api/v1/nodes/n/proxy/pods"
            })
    void opensNoChannels(String path) throws IOException {
        assertEquals(405, get(start(ALL), path, Map.of()).status());
        assertEquals(List.of(), origin.asked());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/secrets",
                "/api/v1/%73ecrets",
                "/api/v1/namespaces/a/secrets/s",
                "/api/v1/namespaces/a/secrets/s/status",
                "/api/v1/watch/secrets",
                "/api/v1/secrets?watch=1",
                "/api/v1//secrets",
                "/api/v1/namespaces%2Fa%2Fsecrets",
                "/api/v1/pods/../secrets"
            })
    void neverShowsSecretsThatAreToBeHashed(String path) throws IOException {
        // Given
        int port = start(new ReadThrough(Types.ALL, Consistency.UPSTREAM, Secrets.HIDDEN));

        // When
        get(port, path + (path.contains("?") ? "&" : "?") + "timeoutSeconds=1", UPSTREAM);
        get(port, path + (path.contains("?") ? "&" : "?") + "timeoutSeconds=1", Map.of());

        // Then
        assertEquals(List.of(), origin.asked());
    }

    @Test
    void saysWhySecretsAreNotHandedOn() throws IOException {
        // Given
        int port = start(new ReadThrough(Types.ALL, Consistency.UPSTREAM, Secrets.HIDDEN));

        // When
        Got asked = get(port, "/api/v1/secrets", UPSTREAM);
        RawStream configured = RawStream.get(port, "/api/v1/secrets", Map.of(), LIMIT);

        // Then
        assertEquals(403, asked.status());
        assertTrue(asked.body().contains("secrets.values is hash"), asked::body);
        assertEquals(200, configured.status());
        assertTrue(configured.header("warning").contains("secrets.values is hash"), configured.header("warning"));
        configured.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/pods                                         | upstream
            /api/v1/pods?resourceVersion=                        | upstream
            /api/v1/pods?limit=1                                 | upstream
            /api/v1/namespaces/a/pods/x                          | upstream
            /api/v1/pods?resourceVersion=0                       | cache
            /api/v1/pods?resourceVersion=5                       | cache
            /api/v1/namespaces/a/pods/x?resourceVersion=0        | cache
            /api/v1/pods?watch=1&timeoutSeconds=1                | cache
            """)
    void answersConsistentReadsUpstreamWhereThatIsConfigured(String path, String source) throws IOException {
        // Given
        origin.json(path, "from the API server");

        // When
        Got got = get(start(CONSISTENT), path, Map.of());

        // Then
        assertEquals("200 " + source, got.status() + " " + got.source());
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            /api/v1/pods                                         | upstream | upstream
            /api/v1/pods                                         | cache    | cache
            /api/v1/namespaces/a/pods/x                          | upstream | upstream
            /api/v1/pods?resourceVersion=5                       | upstream | cache
            /api/v1/pods?watch=1&timeoutSeconds=1                | upstream | upstream
            /api/v1/pods?watch=1&timeoutSeconds=1&resourceVersion=10 | upstream | cache
            """)
    void doesAsTheHeaderSays(String path, String consistency, String source) throws IOException {
        // Given: a configuration that says the opposite
        origin.json(path, "from the API server");
        int port = start(consistency.equals("upstream") ? ReadThrough.NONE : CONSISTENT);

        // When
        Got got = get(port, path, Map.of("Nearcache-Consistency", consistency));

        // Then
        assertEquals("200 " + source, got.status() + " " + got.source());
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/pods, eventual",
        "/api/v1/pods, Upstream",
        "/apis/nope/v1/x, eventual",
        "/v1/pods, upstream",
        "/v1/stream?resource=pods, upstream"
    })
    void refusesAHeaderThatItCannotFollow(String path, String consistency) throws IOException {
        Got got = get(start(ReadThrough.NONE), path, Map.of("Nearcache-Consistency", consistency));
        assertEquals(400, got.status());
        assertTrue(got.body().contains("Nearcache-Consistency is"), got::body);
    }

    @Test
    void handsOnAListOfAVersionThatTheLogNoLongerCovers() throws IOException {
        // Given: a history of two events, and four that have been
        String exact = "/api/v1/pods?resourceVersion=10&resourceVersionMatch=Exact";
        origin.json(exact, "as it was at 10");
        int port = start(ALL);
        for (int version = 11; version < 15; version++) {
            long now = version;
            pods.feed(sink -> sink.update(Objects.pod("a", "x", now)));
        }

        // When
        Got got = get(port, exact, Map.of());

        // Then
        assertEquals(new Got(200, "upstream", "as it was at 10"), got);
    }

    /** Without the header, and of Secrets that are hashed, the client is told to list anew, which the cache answers. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(delimiter = '|', textBlock = """
            pods    | &resourceVersion=10                                   | upstream | upstream
            pods    | &resourceVersion=13                                   | upstream | cache
            pods    | &resourceVersion=10                                   | cache    | cache
            pods    | &sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=10 | upstream | cache
            secrets | &resourceVersion=1                                    | upstream | cache
            """)
    void handsOnAWatchOfAVersionThatTheLogNoLongerCoversIfItIsAskedTo(
            String type, String query, String consistency, String source) throws IOException {
        // Given: a history of two events, and four that have been
        String watch = "/api/v1/" + type + "?watch=1&timeoutSeconds=1" + query;
        origin.json(watch, "as it was then");
        int port = start(CONSISTENT);
        for (int version = 11; version < 15; version++) {
            long now = version;
            pods.feed(sink -> sink.update(Objects.pod("a", "x", now)));
        }

        // When
        Got got = get(port, watch, Map.of("Nearcache-Consistency", consistency));

        // Then
        assertEquals("200 " + source, got.status() + " " + got.source());
        boolean forgotten = source.equals("cache") && query.matches("&resourceVersion=10?");
        assertEquals(forgotten, got.body().contains("\"code\":410"), got::body);
    }

    @Test
    void saysThatAVersionIsTooOldWhereNothingIsHandedOn() throws IOException {
        // Given
        int port = start(ReadThrough.NONE);
        for (int version = 11; version < 15; version++) {
            long now = version;
            pods.feed(sink -> sink.update(Objects.pod("a", "x", now)));
        }

        // When
        Got got = get(port, "/api/v1/pods?resourceVersion=10&resourceVersionMatch=Exact", Map.of());

        // Then
        assertEquals("410 cache", got.status() + " " + got.source());
        assertEquals(List.of(), origin.asked());
    }

    @Test
    void givesThePlacesOfStreamsBack() throws IOException {
        // Given
        origin.json("/api/v1/nodes?watch=1", "");
        int port = start(ALL);

        // When: more than there may be at a time
        for (int i = 0; i < 300; i++) {
            assertEquals(200, get(port, "/api/v1/nodes?watch=1", Map.of()).status());
        }

        // Then
        assertEquals(
                "{\"items\":[]}",
                get(port, "/v1/subscriptions?pretty=0", Map.of()).body().strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/nodes", "/api/v1/nodes?watch=1"})
    void neverLetsHalfAnAnswerPassForTheWhole(String path) throws IOException {
        // Given
        origin.half(path, "the first half of what the API server meant to say");

        int port = start(ALL);

        // When / Then
        assertThrows(IOException.class, () -> get(port, path, Map.of()));
    }

    @Test
    void refusesAWebSocketItCannotHandOn() throws IOException {
        Got got = get(start(ALL), "/api/v1/nodes?watch=1", Map.of("Upgrade", "websocket", "Connection", "Upgrade"));
        assertEquals(503, got.status());
    }

    @Test
    void discoversByTheServersOwnWordsAndByItsOwnWithoutThem() throws IOException {
        // Given
        String types = "{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\",\"resources\":[{\"name\":\"pods\","
                + "\"categories\":[\"all\"],\"verbs\":[\"create\",\"get\",\"list\",\"watch\"]}]}";
        int port = start(ReadThrough.NONE);

        // When
        origin.goDown();
        Got own = get(port, "/api/v1", Map.of());
        origin.comeUp();
        origin.json("/api/v1", types);
        Got theirs = get(port, "/api/v1/", Map.of());

        // Then
        assertEquals(200, own.status());
        assertTrue(own.body().contains("\"shortNames\":[\"po\"]"), own::body);
        assertTrue(own.body().startsWith("{\"kind\":\"APIResourceList\",\"groupVersion\":\"v1\""), own::body);
        assertEquals(types.replace("\"create\",", ""), theirs.body().strip());
    }

    @Test
    void answersNoConditionalRequestTwice() throws IOException {
        // Given
        origin.answer(
                "/apis", 200, Map.of("Content-Type", AGGREGATED), "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[]}");
        origin.answer("/openapi/v2", 200, Map.of("ETag", "\"X\"", "Content-Type", "application/json"), "{}");
        int port = start(ReadThrough.NONE);
        String tag;
        try (RawStream first = RawStream.get(port, "/apis", Map.of("Accept", AGGREGATED), LIMIT)) {
            tag = first.header("etag");
            assertEquals(AGGREGATED, first.header("content-type"));
            assertEquals("Accept", first.header("vary"));
        }

        // When
        int again = status(port, "/apis", Map.of("Accept", AGGREGATED, "If-None-Match", tag));
        int openApi = status(port, "/openapi/v2", Map.of("If-None-Match", "\"X\""));

        // Then
        assertEquals("304 304", again + " " + openApi);
    }

    @Test
    void discoversInTheOlderFormWhereTheServerHasNoOther() throws IOException {
        // Given
        origin.json("/apis", "{\"kind\":\"APIGroupList\",\"apiVersion\":\"v1\",\"groups\":[]}");
        int port = start(ReadThrough.NONE);

        // When
        try (RawStream answer =
                RawStream.get(port, "/apis", Map.of("Accept", AGGREGATED + ",application/json"), LIMIT)) {
            // Then
            assertEquals("application/json", answer.header("content-type"));
            assertTrue(answer.rest().contains("APIGroupList"));
        }
        assertEquals(406, status(port, "/apis", Map.of("Accept", AGGREGATED)));
    }

    @Test
    void handsOnARedirectToTheRightHash() throws IOException {
        // Given
        origin.answer("/openapi/v3/api/v1?hash=old", 301, Map.of("Location", "/openapi/v3/api/v1?hash=new"), "");
        int port = start(ReadThrough.NONE);

        // When
        try (RawStream answer = RawStream.get(port, "/openapi/v3/api/v1?hash=old&timeout=32s", Map.of(), LIMIT)) {
            // Then
            assertEquals(301, answer.status());
            assertEquals("/openapi/v3/api/v1?hash=new", answer.header("location"));
        }
    }

    @Test
    void givesAVersionThatClientsCanRead() throws IOException {
        // Given
        int port = start(ReadThrough.NONE);
        origin.json(
                "/version", "{\n  \"major\": \"1\",\n  \"minor\": \"37+\",\n  \"gitVersion\": \"v0.0.0-$Format\"\n}");

        // When
        Got got = get(port, "/version?timeout=32s", Map.of());

        // Then
        assertEquals("{\n  \"major\": \"1\",\n  \"minor\": \"37+\",\n  \"gitVersion\": \"v1.37.0\"\n}", got.body());
        assertEquals(
                406, get(port, "/version", Map.of("Accept", "application/yaml")).status());
    }

    @Test
    void saysWhichPathsThereAre() throws IOException {
        Got got = get(start(ReadThrough.NONE), "/", Map.of());
        assertTrue(got.body().contains("\n    \"/api/v1\",\n"), got::body);
        assertEquals(List.of(), origin.asked());
    }
}
