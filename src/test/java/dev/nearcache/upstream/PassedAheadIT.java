package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.Await;
import dev.nearcache.upstream.PassedAnswer.Silence;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.impl.ConnectionBase;
import io.vertx.core.streams.ReadStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes ahead of an answer, and ahead of a client that does not take it, in both versions of HTTP. */
@Timeout(120)
class PassedAheadIT {
    private static final int PIECE = 16 << 10;
    private static final int PIECES = 2_000;

    /** What the server's system keeps of what it has sent, and ours of what has come, beside what we hold. */
    private static final int SYSTEMS = 512 << 10;

    /** What one who does not take it may have taken of the 32 MB. */
    private static final int MOST_TAKEN = 256 << 10;

    private static final int LONG = 40;

    private static final UpstreamLimits LIMITS = new UpstreamLimits(
            Duration.ofSeconds(LONG),
            Duration.ofSeconds(LONG),
            Duration.ofSeconds(LONG),
            Duration.ofSeconds(LONG),
            Duration.ofMinutes(4));

    @TempDir
    private Path directory;

    private final Vertx vertx = Vertx.vertx();
    private final BlockingQueue<HttpServerRequest> requests = new LinkedBlockingQueue<>();

    @AfterEach
    void close() throws Exception {
        vertx.close().await(10, SECONDS);
    }

    private ApiClient client(String url) throws Exception {
        ClusterAccess access =
                ClusterAccess.server(url, Optional.empty(), Optional.empty()).withoutVerification();
        return ApiClient.open(vertx, access, LIMITS, Instant::now).await(10, SECONDS);
    }

    private ApiClient server(HttpVersion version) throws Exception {
        TestCertificate certificate = TestCertificate.of(directory, "localhost");
        HttpServerOptions options = new HttpServerOptions();
        options.setUseAlpn(true)
                .setSsl(version == HttpVersion.HTTP_2)
                .setSendBufferSize(PIECE)
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(certificate.certificate()))
                        .addKeyValue(Buffer.buffer(certificate.key())));
        HttpServer server = vertx.createHttpServer(options)
                .requestHandler(requests::add)
                .listen(0, "127.0.0.1")
                .await(10, SECONDS);
        return client((options.isSsl() ? "https" : "http") + "://127.0.0.1:" + server.actualPort());
    }

    private static Future<PassedAnswer> ask(ApiClient client) {
        return client.pass(
                "/x",
                MultiMap.caseInsensitiveMultiMap(),
                Silence.ALLOWED,
                Promise.promise().future());
    }

    private HttpServerRequest request(HttpVersion version) throws InterruptedException {
        HttpServerRequest came = requests.poll(LONG, SECONDS);
        if (came == null) {
            throw new AssertionError("no request in time");
        }
        assertEquals(version, came.version());
        return came;
    }

    /** Sends all that there is, as fast as it is taken, and counts it. */
    private static void send(HttpServerResponse response, int pieces, AtomicLong taken) {
        if (pieces > 0) {
            response.write(Buffer.buffer(new byte[PIECE])).onSuccess(gone -> {
                taken.addAndGet(PIECE);
                send(response, pieces - 1, taken);
            });
        }
    }

    @Test
    void ofHttp2NoMoreIsTakenFromTheServerThanAWindowAheadOfTheClient() throws Exception {
        // Given
        Future<PassedAnswer> asked = ask(server(HttpVersion.HTTP_2));
        HttpServerRequest came = request(HttpVersion.HTTP_2);
        AtomicLong taken = new AtomicLong();
        send(came.response().setChunked(true), PIECES, taken);

        // When: one piece is taken, and no more
        ReadStream<Buffer> body = asked.await(10, SECONDS).body();
        BlockingQueue<Buffer> pieces = new LinkedBlockingQueue<>();
        body.handler(pieces::add);
        body.fetch(1);
        assertTrue(pieces.poll(10, SECONDS) != null);
        for (int round = 0; round < 50; round++) {
            came.connection().ping(Buffer.buffer(new byte[Long.BYTES])).await(10, SECONDS);
        }

        // Then
        assertTrue(taken.get() <= MOST_TAKEN, () -> "taken " + taken);
    }

    @Test
    void ofHttp1NoMoreIsTakenFromTheServerThanAFewPiecesAheadOfTheClient() throws Exception {
        // Given
        Future<PassedAnswer> asked = ask(server(HttpVersion.HTTP_1_1));
        AtomicLong taken = new AtomicLong();
        send(request(HttpVersion.HTTP_1_1).response().setChunked(true), PIECES, taken);

        // When: one piece is taken, and no more, until the server stands still
        ReadStream<Buffer> body = asked.await(10, SECONDS).body();
        BlockingQueue<Buffer> pieces = new LinkedBlockingQueue<>();
        body.handler(pieces::add);
        body.fetch(1);
        assertTrue(pieces.poll(10, SECONDS) != null);
        AtomicLong seen = new AtomicLong(-1);
        AtomicInteger still = new AtomicInteger();
        Await.until(() ->
                (seen.getAndSet(taken.get()) == taken.get() ? still.incrementAndGet() : still.addAndGet(-still.get()))
                        > 100);

        // Then
        assertTrue(taken.get() <= MOST_TAKEN + SYSTEMS, () -> "taken " + taken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"102 Processing", "103 Early Hints", "100 Continue", "199 Soon"})
    void ofHttp1AHeadThatIsNoAnswerIsPassedOver(String head) throws Exception {
        // Given
        String info = "HTTP/1.1 " + head + "\r\nX-Progress: 1\r\n\r\n";
        NetServer server = vertx.createNetServer()
                .connectHandler(socket -> socket.handler(
                        came -> socket.write(info + info + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")))
                .listen(0, "127.0.0.1")
                .await(10, SECONDS);
        ApiClient client = client("http://127.0.0.1:" + server.actualPort());

        for (int time = 0; time < 2; time++) {
            // When
            PassedAnswer answer = ask(client).await(10, SECONDS);

            // Then
            assertEquals(200, answer.status());
            assertEquals("ok", answer.whole(10).await(10, SECONDS).toString());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 102, 103, 199})
    void ofHttp2AHeadThatIsNoAnswerIsPassedOver(int status) throws Exception {
        // Given
        Future<PassedAnswer> asked = ask(server(HttpVersion.HTTP_2));
        HttpServerRequest came = request(HttpVersion.HTTP_2);

        // When
        tell(came.connection(), Math.toIntExact(came.streamId()), status);
        came.response().end("ok");

        // Then
        PassedAnswer answer = asked.await(10, SECONDS);
        assertEquals(200, answer.status());
        assertEquals("ok", answer.whole(10).await(10, SECONDS).toString());
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the answer that follows tells whether it was sent
    private static void tell(HttpConnection connection, int stream, int status) {
        ChannelHandlerContext context =
                ((ConnectionBase) connection).channel().pipeline().context(Http2ConnectionHandler.class);
        Http2ConnectionHandler frames = (Http2ConnectionHandler) context.handler();
        context.executor().execute(() -> {
            frames.encoder()
                    .writeHeaders(
                            context,
                            stream,
                            new DefaultHttp2Headers().status(Integer.toString(status)),
                            0,
                            false,
                            context.newPromise());
            context.flush();
        });
    }
}
