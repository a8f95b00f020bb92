package dev.nearcache.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.http.kube.ReadThrough;
import dev.nearcache.http.kube.ReadThrough.Consistency;
import dev.nearcache.http.kube.ReadThrough.Secrets;
import dev.nearcache.http.kube.ReadThrough.Types;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.RawStream;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Documents of the API server as they are given from a copy: whole or in part, and when nobody confirms them. */
@Timeout(120)
class StaleDocumentsIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

    private final List<Throwable> unhandled = new CopyOnWriteArrayList<>();
    private final Vertx vertx = Vertx.vertx().exceptionHandler(unhandled::add);
    private final FakeOrigin origin = new FakeOrigin();

    private int start() {
        ReadThrough all = new ReadThrough(Types.ALL, Consistency.CACHE, Secrets.HIDDEN);
        return FedApi.start(vertx, origin, all).port();
    }

    @AfterEach
    void stop() {
        vertx.close().await();
        assertEquals(List.of(), unhandled);
    }

    private static int status(int port, String path, Map<String, String> headers) throws IOException {
        try (RawStream answer = RawStream.get(port, path, headers, LIMIT)) {
            return answer.status();
        }
    }

    @Test
    void tellsTheAgeOfStaleCopiesAndLetsNobodyKeepThem() throws IOException {
        // Given
        origin.answer(
                "/apis", 200, Map.of("Content-Type", AGGREGATED), "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[]}");
        Map<String, String> kept = Map.of("ETag", "\"X\"", "Expires", "later", "Cache-Control", "public, immutable");
        origin.answer("/openapi/v2", 200, kept, "{}");
        origin.json("/version", "{\"gitVersion\":\"v1.37.2\"}");
        int port = start();
        Map<String, String> paths = Map.of("/apis", AGGREGATED, "/openapi/v2", "*/*", "/version", "*/*");
        for (Map.Entry<String, String> path : paths.entrySet()) {
            Map<String, String> headers = headers(port, path.getKey(), Map.of("Accept", path.getValue()));
            assertFalse(headers.containsKey("age") || headers.containsKey("warning"), headers::toString);
        }

        // When
        origin.goDown();

        // Then
        for (Map.Entry<String, String> path : paths.entrySet()) {
            Map<String, String> asked = Map.of("Accept", path.getValue(), "If-None-Match", "\"X\"");
            Await.until(() -> headersOf(port, path.getKey(), asked).containsKey("age"));
            Map<String, String> headers = headers(port, path.getKey(), asked);
            assertTrue(Integer.parseInt(headers.getOrDefault("age", "0")) >= 10, headers::toString);
            assertTrue(headers.getOrDefault("warning", "").contains("last confirmed this"), headers::toString);
            assertEquals("no-store", headers.get("cache-control"));
            assertFalse(headers.containsKey("etag") || headers.containsKey("expires"), headers::toString);
            assertEquals(200, status(port, path.getKey(), asked), "the whole, whatever the client has");
        }
        // Of a group that was not there when the server was last asked
        assertEquals(404, status(port, "/apis/nope.io/v1", Map.of()));
        assertEquals("no-store", headers(port, "/apis/nope.io", Map.of()).get("cache-control"));
    }

    private static Map<String, String> headersOf(int port, String path, Map<String, String> asked) {
        try {
            return headers(port, path, asked);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Map<String, String> headers(int port, String path, Map<String, String> asked) throws IOException {
        try (RawStream answer = RawStream.get(port, path, asked, LIMIT)) {
            return answer.headers();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            bytes=0-3  | 206 | bytes 0-3/10 | 0123
            bytes=7-   | 206 | bytes 7-9/10 | 789
            bytes=-2   | 206 | bytes 8-9/10 | 89
            bytes=5-99 | 206 | bytes 5-9/10 | 56789
            bytes=10-  | 416 | bytes */10   | invalid range: failed to overlap
            bytes=3-1  | 416 |              | invalid range
            lines=1-2  | 416 |              | invalid range
            bytes=0-1,4-5 | 200 |           | 0123456789
            """)
    void givesRangesOfOpenApiAsTheServerDoes(String range, int status, String part, String body) throws IOException {
        // Given
        origin.answer("/openapi/v2", 200, Map.of("ETag", "\"X\"", "Content-Type", "application/json"), "0123456789");
        int port = start();

        // When
        try (RawStream answer = RawStream.get(port, "/openapi/v2", Map.of("Range", range), LIMIT)) {
            // Then
            assertEquals(status, answer.status());
            assertEquals(part == null ? "" : part, answer.headers().getOrDefault("content-range", ""));
            assertEquals(body, answer.rest().strip());
        }
        Map<String, String> ofAnother = Map.of("Range", range, "If-Range", "\"Y\"");
        try (RawStream answer = RawStream.get(port, "/openapi/v2", ofAnother, LIMIT)) {
            assertEquals("200 0123456789", answer.status() + " " + answer.rest());
        }
    }

    @Test
    void givesTheHeadOfOpenApiWithoutABody() throws Exception {
        // Given
        origin.answer("/openapi/v2", 200, Map.of("ETag", "\"X\"", "Content-Type", "application/json"), "0123456789");
        URI uri = URI.create("http://localhost:" + start() + "/openapi/v2");

        // When
        HttpResponse<String> head = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        // Then
        assertEquals(200, head.statusCode());
        assertEquals("10", head.headers().firstValue("content-length").orElse(""));
        assertEquals("\"X\"", head.headers().firstValue("etag").orElse(""));
        assertEquals("", head.body());
    }
}
