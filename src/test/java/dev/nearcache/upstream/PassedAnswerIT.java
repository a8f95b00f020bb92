package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.upstream.PassedAnswer.Silence;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.streams.ReadStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers that are handed on: any status, only some headers, and no faster than they are taken. */
@Timeout(60)
class PassedAnswerIT {
    private static final UpstreamLimits LIMITS = new UpstreamLimits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(20),
            Duration.ofMillis(300),
            Duration.ofSeconds(20),
            Duration.ofSeconds(15));

    private final Promise<Void> left = Promise.promise();
    private ScriptedApi api;

    @BeforeEach
    void start() throws Exception {
        api = new ScriptedApi(LIMITS);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private Future<PassedAnswer> ask(String uri, MultiMap headers, Silence silence) {
        return api.client().pass(uri, headers, silence, left.future());
    }

    private static MultiMap none() {
        return MultiMap.caseInsensitiveMultiMap();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 301, 304, 403, 404, 410, 503})
    void handsOnAnyStatus(int code) throws Exception {
        // Given
        Future<PassedAnswer> asked = ask("/version", none(), Silence.LIMITED);

        // When
        api.request()
                .response()
                .setStatusCode(code)
                .putHeader("Location", "/elsewhere")
                .end();

        // Then
        assertEquals(code, asked.await(10, SECONDS).status());
    }

    @Test
    void whatIsAskedOfAClosedClientFailsAndThrowsNothing() throws Exception {
        // Given
        api.client().close().await(10, SECONDS);

        // When
        Future<PassedAnswer> asked = ask("/version", none(), Silence.LIMITED);

        // Then
        UpstreamException failure = assertThrows(UpstreamException.class, () -> asked.await(10, SECONDS));
        assertEquals(Reason.UNREACHABLE, failure.reason());
    }

    @Test
    void aRequestWhoseClientHasLeftIsGivenUpAtOnce() throws Exception {
        // Given: the server does not answer
        Future<PassedAnswer> asked = ask("/x", none(), Silence.LIMITED);
        HttpServerRequest came = api.request();
        CompletableFuture<String> given = new CompletableFuture<>();
        came.connection().closeHandler(closed -> given.complete("up"));

        // When
        left.complete();

        // Then
        assertEquals("up", given.get(10, SECONDS));
        assertThrows(UpstreamException.class, () -> asked.await(10, SECONDS));
    }

    @Test
    void aRequestOfAClientThatHasLeftBeforeIsNotSent() throws Exception {
        // Given
        left.complete();

        // When
        Future<PassedAnswer> asked = ask("/x", none(), Silence.LIMITED);
        Future<PassedAnswer> next = api.client()
                .pass("/y", none(), Silence.LIMITED, Promise.promise().future());

        // Then
        assertThrows(UpstreamException.class, () -> asked.await(10, SECONDS));
        HttpServerRequest came = api.request();
        assertEquals("/y", came.uri());
        came.response().end();
        assertEquals(200, next.await(10, SECONDS).status());
    }

    @Test
    void keepsAClientsIdentityAndItsConnectionFromTheServer() throws Exception {
        // Given
        MultiMap headers = none().add("Accept", "application/yaml")
                .add("Accept-Encoding", "gzip")
                .add("If-None-Match", "\"x\"")
                .add("User-Agent", "kubectl/v1.32")
                .add("Authorization", "Bearer stolen")
                .add("Cookie", "a=b")
                .add("Impersonate-User", "root")
                .add("X-Remote-User", "root")
                .add("Host", "elsewhere")
                .add("Upgrade", "websocket");

        // When
        Future<PassedAnswer> asked = ask("/api?timeout=32s", headers, Silence.LIMITED);
        HttpServerRequest came = api.request();
        came.response().end();
        asked.await(10, SECONDS).abandon();

        // Then
        assertEquals("/api?timeout=32s", came.uri());
        assertEquals("application/yaml", came.getHeader("Accept"));
        assertEquals("gzip", came.getHeader("Accept-Encoding"));
        assertEquals("\"x\"", came.getHeader("If-None-Match"));
        assertEquals("kubectl/v1.32 nearcache", came.getHeader("User-Agent"));
        for (String secret : new String[] {"Authorization", "Cookie", "Impersonate-User", "X-Remote-User", "Upgrade"}) {
            assertNull(came.getHeader(secret), secret);
        }
        assertTrue(String.valueOf(came.getHeader("Host")).startsWith("127.0.0.1"), "Host");
    }

    @Test
    void handsOnOnlyHeadersThatDescribeTheBody() throws Exception {
        // Given
        Future<PassedAnswer> asked = ask("/x", none(), Silence.LIMITED);

        // When
        api.request()
                .response()
                .putHeader("ETag", "\"1\"")
                .putHeader("Set-Cookie", "a=b")
                .putHeader("Connection", "close")
                .end("body");
        PassedAnswer answer = asked.await(10, SECONDS);

        // Then
        assertEquals("\"1\"", answer.headers().get("ETag"));
        assertEquals("4", answer.headers().get("Content-Length"));
        assertFalse(answer.headers().contains("Set-Cookie"));
        assertFalse(answer.headers().contains("Connection"));
        assertEquals("body", answer.whole(4).await(10, SECONDS).toString());
    }

    @Test
    void refusesABodyThatIsLongerThanItsLimit() throws Exception {
        // Given
        Future<PassedAnswer> asked = ask("/x", none(), Silence.LIMITED);
        api.request().response().end("four!");

        // When
        Future<Buffer> whole = asked.await(10, SECONDS).whole(4);

        // Then
        UpstreamException failure = assertThrows(UpstreamException.class, () -> whole.await(10, SECONDS));
        assertEquals(Reason.BAD_ANSWER, failure.reason());
    }

    @Test
    void failsWhenItIsNotLetIn() throws Exception {
        Future<PassedAnswer> asked = ask("/x", none(), Silence.LIMITED);
        api.request().response().setStatusCode(401).end();
        UpstreamException failure = assertThrows(UpstreamException.class, () -> asked.await(10, SECONDS));
        assertEquals(Reason.UNAUTHORIZED, failure.reason());
    }

    @Test
    void givesPiecesOnlyAsTheyAreAskedFor() throws Exception {
        // Given: what was asked for with one fetch has come, and more is there
        Future<PassedAnswer> asked = ask("/x", none(), Silence.ALLOWED);
        HttpServerRequest came = api.request();
        came.response().setChunked(true).write("one");
        ReadStream<Buffer> body = asked.await(10, SECONDS).body();
        BlockingQueue<String> pieces = new LinkedBlockingQueue<>();
        CompletableFuture<String> end = new CompletableFuture<>();
        body.handler(piece -> pieces.add(piece.toString()));
        body.endHandler(done -> end.complete("ended"));
        body.fetch(1);
        assertEquals("one", pieces.poll(10, SECONDS));
        came.response().write("two").await(10, SECONDS);

        // When
        came.response().end("three").await(10, SECONDS);

        // Then
        assertTrue(pieces.isEmpty());
        body.resume();
        assertEquals("ended", end.get(10, SECONDS));
        assertEquals("twothree", String.join("", pieces));
    }

    @Test
    void givesUpAnAnswerThatStopsUnlessItMayBeSilent() throws Exception {
        // Given: two answers, both silent from now on
        CompletableFuture<Throwable> limited = silent(Silence.LIMITED);
        CompletableFuture<Throwable> allowed = silent(Silence.ALLOWED);

        // When
        Throwable failure = limited.get(10, SECONDS);

        // Then
        assertEquals(
                Reason.UNREACHABLE,
                assertInstanceOf(UpstreamException.class, failure).reason());
        assertFalse(allowed.isDone());
    }

    private CompletableFuture<Throwable> silent(Silence silence) throws Exception {
        Future<PassedAnswer> asked = ask("/x", none(), silence);
        api.request().response().setChunked(true).write("begun");
        CompletableFuture<Throwable> broken = new CompletableFuture<>();
        ReadStream<Buffer> body = asked.await(10, SECONDS).body();
        body.exceptionHandler(broken::complete);
        body.handler(piece -> {});
        body.resume();
        return broken;
    }

    @Test
    void tellsThatABodyBrokeOff() throws Exception {
        // Given
        Future<PassedAnswer> asked = ask("/x", none(), Silence.ALLOWED);
        HttpServerRequest came = api.request();
        came.response().setChunked(true).write("half");
        ReadStream<Buffer> body = asked.await(10, SECONDS).body();
        CompletableFuture<Throwable> broken = new CompletableFuture<>();
        body.exceptionHandler(broken::complete);
        body.handler(piece -> {});
        body.resume();

        // When
        came.connection().close().await(10, SECONDS);

        // Then
        assertInstanceOf(UpstreamException.class, broken.get(10, SECONDS));
    }
}
