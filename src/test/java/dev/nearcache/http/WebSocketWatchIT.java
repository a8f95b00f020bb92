package dev.nearcache.http;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.delta.DeltaSink;
import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.SidecarClient;
import dev.nearcache.testing.WebSocketClient;
import dev.nearcache.time.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Watches over WebSocket (kubernetes-api.md 3.1), read by the JDK's client. */
class WebSocketWatchIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String BEARER = "base64url.bearer.authorization.k8s.io.";
    private static final Map<String, String> HANDSHAKE = Map.of(
            "Connection", "keep-alive, Upgrade",
            "Upgrade", "websocket",
            "Sec-WebSocket-Version", "13",
            "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");

    private final Vertx vertx = Vertx.vertx();
    private final FedResource pods = FedResource.pods().list(10, pod("ns", "a", 5));

    @TempDir
    Path dir;

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    private ApiServer start(Optional<Path> token, Duration idle, Duration stall, int maxStreams) {
        ApiSettings plain = ApiSettings.onPort(0);
        ApiSettings settings = new ApiSettings(
                plain.address(),
                0,
                Optional.empty(),
                token,
                plain.allowedHosts(),
                plain.heartbeat(),
                idle,
                stall,
                maxStreams);
        ApiShared shared =
                new ApiShared(settings, new ResourceCatalog(List.of(pods)), new FakeOrigin(), new VertxTimers(vertx));
        return FedApi.start(vertx, shared);
    }

    private int start() {
        return start(Optional.empty(), LIMIT, LIMIT, 10).port();
    }

    private static Map<String, String> handshake(String... changes) {
        Map<String, String> headers = new HashMap<>(HANDSHAKE);
        for (int i = 0; i < changes.length; i += 2) {
            headers.put(changes[i], changes[i + 1]);
        }
        return headers;
    }

    private static int openStreams(int port) {
        return new SidecarClient(port, 0)
                .json("/v1/subscriptions")
                .path("items")
                .size();
    }

    private static String kind(String message) {
        JsonNode event = SidecarClient.parse(message);
        JsonNode meta = event.path("object").path("metadata");
        return event.path("type").asText() + " "
                + event.path("object").path("kind").asText() + " "
                + meta.path("name").asText() + "@"
                + meta.path("resourceVersion").asText();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/pods?watch=1",
        "/api/v1/namespaces/ns/pods?watch=true&labelSelector=x!%3Dy",
        "/api/v1/watch/pods",
        "/api/v1/watch/namespaces/ns/pods/a"
    })
    void eachEventIsOneMessageWithItsLineEnd(String path) {
        // Given
        int port = start();
        try (WebSocketClient client = WebSocketClient.open(port, path, Map.of())) {
            String first = client.take();
            assertTrue(first.endsWith("}}\n"), first);
            assertEquals(1, openStreams(port));

            // When
            pods.feed(sink -> sink.update(pod("ns", "a", 11, Map.of("long", "x".repeat(200_000)))));
            pods.feed(sink -> sink.delete(pod("ns", "a", 12)));

            // Then
            assertEquals("ADDED Pod a@5", kind(first));
            assertEquals("MODIFIED Pod a@11", kind(client.take()));
            assertEquals("DELETED Pod a@12", kind(client.take()));
            client.leave();
        }
        Await.until(() -> openStreams(port) == 0);
    }

    @ParameterizedTest
    @CsvSource({
        "Table, ADDED Table @5, BOOKMARK Table @10",
        "PartialObjectMetadata, ADDED PartialObjectMetadata a@5, BOOKMARK PartialObjectMetadata @10"
    })
    void everyFormIsServedAndTheDeadlineClosesCleanly(String shape, String added, String bookmark) {
        // Given
        int port = start();
        String path = "/api/v1/pods?watch=1&allowWatchBookmarks=1&timeoutSeconds=1";

        // When
        try (WebSocketClient client = WebSocketClient.open(
                port, path, Map.of("Accept", "application/json;as=" + shape + ";g=meta.k8s.io;v=v1"))) {
            // Then
            assertEquals(added, kind(client.take()));
            String mark = client.take();
            assertEquals(bookmark, kind(mark));
            assertTrue(mark.contains("k8s.io/initial-events-end"), mark);
            String next = client.take();
            while (next.contains("BOOKMARK")) {
                next = client.take();
            }
            assertEquals("closed 1000", next);
        }
        Await.until(() -> openStreams(port) == 0);
    }

    @ParameterizedTest
    @CsvSource({
        "resourceVersion=9, 410",
        "resourceVersion=99&sendInitialEvents=true&resourceVersionMatch=NotOlderThan, 504"
    })
    void whatFailsOnceTheWatchStandsIsAnErrorAndTheEnd(String query, int code) {
        // Given
        int port = start();

        // When
        try (WebSocketClient client = WebSocketClient.open(port, "/api/v1/pods?watch=1&" + query, Map.of())) {
            // Then
            JsonNode event = SidecarClient.parse(client.take());
            assertEquals("ERROR", event.path("type").asText());
            assertEquals(code, event.path("object").path("code").asInt());
            assertEquals("closed 1000", client.take());
        }
        Await.until(() -> openStreams(port) == 0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v1/pods?watch=1&resourceVersion=abc       | Accept                 | */*                 | 500",
                "/api/v1/pods?watch=1&labelSelector=%3D%3D      | Accept                 | */*                 | 400",
                "/api/v1/pods?watch=1&resourceVersionMatch=foo  | Accept                 | */*                 | 422",
                "/api/v1/pods?watch=1                           | Accept                 | application/yaml    | 406",
                "/api/v1/pods?watch=1                           | Origin                 | http://evil.example | 403",
                "/api/v1/pods?watch=1                           | Sec-WebSocket-Key      | ''                  | 400",
                "/api/v1/pods?watch=1                           | Sec-WebSocket-Version  | 12                  | 400",
                "/api/v1/pods?watch=1                           | Sec-WebSocket-Protocol | foo, bar            | 400",
                "/api/v1/pods                                   | Accept                 | */*                 | 200",
                "/api/v1/nothing?watch=1                        | Accept                 | */*                 | 404",
                "/api/v1/pods?watch=1&timeoutSeconds=1          | Connection             | keep-alive          | 200",
            })
    void whatIsNoUpgradeOrFailsBeforeItIsAnsweredPlainly(String path, String header, String value, int status)
            throws IOException {
        // Given
        int port = start();

        // When
        try (RawStream answer = RawStream.get(port, path, handshake(header, value), LIMIT)) {
            // Then
            assertEquals(status, answer.status());
        }
        Await.until(() -> openStreams(port) == 0);
    }

    @Test
    void theConnectionOfARefusedUpgradeGoesOnBeingUsed() throws IOException {
        // Given
        int port = start();
        StringBuilder upgrade = new StringBuilder("/api/v1/pods?watch=1&resourceVersion=abc HTTP/1.1\r\n");
        handshake("Host", "localhost").forEach((name, value) -> upgrade.append(name + ": " + value + "\r\n"));

        // When a second request follows the first
        String both = upgrade + "\r\nGET /api/v1/namespaces/ns/pods/a";
        try (RawStream answer = RawStream.get(port, both, Map.of("Connection", "close"), LIMIT)) {
            // Then
            assertEquals(500, answer.status());
            answer.rest();
            assertTrue(answer.line().startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    void aSubprotocolIsAgreedToAndATokenAmongThemIsTakenAndNeverRepeated() throws IOException {
        // Given
        Path token = Files.writeString(dir.resolve("token"), "secret");
        int port = start(Optional.of(token), LIMIT, LIMIT, 10).port();
        String given = BEARER
                + Base64.getUrlEncoder().withoutPadding().encodeToString("secret".getBytes(StandardCharsets.UTF_8));
        String path = "/api/v1/pods?watch=1";

        // When, Then
        try (WebSocketClient client =
                WebSocketClient.open(port, path, Map.of("Origin", "http://localhost:3000"), given, "foo")) {
            assertEquals("foo", client.protocol());
            assertEquals("ADDED Pod a@5", kind(client.take()));
        }
        for (String refused : List.of(given, BEARER + "!!, foo", BEARER + "AAAA, foo", "foo")) {
            try (RawStream answer = RawStream.get(port, path, handshake("Sec-WebSocket-Protocol", refused), LIMIT)) {
                assertEquals(401, answer.status(), refused);
            }
        }
    }

    @Test
    void aWebSocketTakesOneOfThePlacesAndGivesItBack() throws IOException {
        // Given
        int port = start(Optional.empty(), LIMIT, LIMIT, 1).port();
        try (WebSocketClient client = WebSocketClient.open(port, "/api/v1/pods?watch=1", Map.of())) {
            client.take();

            // When, Then
            try (RawStream second = RawStream.get(port, "/api/v1/pods?watch=1", HANDSHAKE, LIMIT)) {
                assertEquals(429, second.status());
            }
        }

        // When the client was cut off, Then
        Await.until(() -> openStreams(port) == 0);
        try (WebSocketClient next = WebSocketClient.open(port, "/api/v1/pods?watch=1", Map.of())) {
            next.take();
        }
    }

    @Test
    void aClientThatNeverReadsIsCutOff() throws IOException {
        // Given
        int port = start(Optional.empty(), LIMIT, Duration.ofMillis(200), 10).port();
        try (RawStream deaf = RawStream.get(port, "/api/v1/pods?watch=1", HANDSHAKE, LIMIT)) {
            assertEquals(101, deaf.status());
            assertEquals(1, openStreams(port));

            // When
            for (int version = 11; version < 60; version++) {
                pods.feed(updating(version));
            }

            // Then
            Await.until(() -> openStreams(port) == 0);
        }
    }

    private static Consumer<DeltaSink> updating(int version) {
        return sink -> sink.update(pod("ns", "a", version, Map.of("long", "x".repeat(1_000_000))));
    }

    @Test
    void silenceIsNoReasonToEndIt() {
        // Given a limit for connections without a request, far shorter than the watch
        int port = start(Optional.empty(), Duration.ofMillis(300), LIMIT, 10).port();

        // When
        try (WebSocketClient client = WebSocketClient.open(port, "/api/v1/pods?watch=1&timeoutSeconds=2", Map.of())) {
            client.take();

            // Then it ends by its own deadline
            assertEquals("closed 1000", client.take());
        }
    }

    @Test
    void aServerThatStopsSaysGoodbye() {
        // Given
        ApiServer server = start(Optional.empty(), LIMIT, LIMIT, 10);
        try (WebSocketClient client = WebSocketClient.open(server.port(), "/api/v1/pods?watch=1", Map.of())) {
            client.take();

            // When
            Future.<Void>future(
                            closed -> vertx.runOnContext(go -> server.close().onComplete(closed)))
                    .await();

            // Then
            assertEquals("closed 1000", client.take());
        }
    }
}
