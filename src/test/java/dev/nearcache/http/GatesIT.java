package dev.nearcache.http;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.FedApi;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.RawStream;
import dev.nearcache.time.VertxTimers;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, by host, token and number. */
class GatesIT {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Vertx vertx = Vertx.vertx();
    private final FedResource pods = FedResource.pods().list(10);

    @TempDir
    Path dir;

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    private int start(Optional<Path> unixSocket, Optional<Path> token, Duration idle, int maxStreams) {
        ApiSettings plain = ApiSettings.onPort(0);
        ApiSettings settings = new ApiSettings(
                plain.address(),
                0,
                unixSocket,
                token,
                plain.allowedHosts(),
                plain.heartbeat(),
                idle,
                plain.stallLimit(),
                maxStreams);
        ApiShared shared =
                new ApiShared(settings, new ResourceCatalog(List.of(pods)), new FakeOrigin(), new VertxTimers(vertx));
        return FedApi.start(vertx, shared).port();
    }

    private static String statusLine(int port, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout((int) LIMIT.toMillis());
            socket.getOutputStream()
                    .write(("GET /api/v1/pods HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void onlyAllowedHostsAreServed() throws IOException {
        int port = start(Optional.empty(), Optional.empty(), LIMIT, 10);
        for (String host : List.of("localhost", "127.0.0.1:" + port, "[::1]:80", "LOCALHOST:1")) {
            assertEquals("HTTP/1.1 200", statusLine(port, host), host);
        }
        for (String host : List.of("evil.example", "localhost.evil.example:80", "10.0.0.1")) {
            assertEquals("HTTP/1.1 403", statusLine(port, host), host);
        }
    }

    @Test
    void aTokenIsAskedForIfThereIsOne() throws IOException {
        Path file = Files.writeString(dir.resolve("token"), "s3cret\n");
        int port = start(Optional.empty(), Optional.of(file), LIMIT, 10);
        assertEquals("HTTP/1.1 401", statusLine(port, "localhost"));
        try (RawStream wrong = RawStream.get(port, "/api/v1/pods", Map.of("Authorization", "Bearer no"), LIMIT)) {
            assertEquals(401, wrong.status());
            assertTrue(wrong.rest().contains("\"reason\":\"Unauthorized\""));
        }
        try (RawStream right = RawStream.get(port, "/api/v1/pods", Map.of("Authorization", "Bearer s3cret"), LIMIT)) {
            assertEquals(200, right.status());
        }
    }

    @Test
    void thereIsALimitOnStreams() throws IOException {
        int port = start(Optional.empty(), Optional.empty(), LIMIT, 1);
        try (RawStream first = RawStream.get(port, "/api/v1/pods?watch=1", Map.of(), LIMIT);
                RawStream second = RawStream.get(port, "/api/v1/pods?watch=1", Map.of(), LIMIT)) {
            assertEquals(200, first.status());
            assertEquals(429, second.status());
            assertEquals("1", second.header("retry-after"));
        }
    }

    @Test
    void idleConnectionsAreClosedAndWatchesAreNot() throws IOException {
        int port = start(Optional.empty(), Optional.empty(), Duration.ofMillis(300), 10);
        try (RawStream watch = RawStream.get(port, "/api/v1/pods?watch=1&resourceVersion=10", Map.of(), LIMIT);
                Socket idle = new Socket(InetAddress.getLoopbackAddress(), port)) {
            idle.setSoTimeout((int) LIMIT.toMillis());
            idle.getOutputStream()
                    .write("GET /api/v1/pods HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String untilClosed = new String(idle.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(untilClosed.startsWith("HTTP/1.1 200"), untilClosed);
            pods.feed(sink -> sink.add(pod("a", "x", 11)));
            assertTrue(watch.line().contains("ADDED"));
        }
    }

    @Test
    void aUnixSocketIsServedToo() throws IOException {
        Path path = dir.resolve("s.sock");
        start(Optional.of(path), Optional.empty(), LIMIT, 10);
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            channel.write(ByteBuffer.wrap(
                    "GET /api/v1/pods HTTP/1.1\r\nHost: any\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            ByteBuffer answer = ByteBuffer.allocate(12);
            while (answer.hasRemaining() && channel.read(answer) >= 0) {}
            assertEquals("HTTP/1.1 200", new String(answer.array(), StandardCharsets.US_ASCII));
        }
    }
}
