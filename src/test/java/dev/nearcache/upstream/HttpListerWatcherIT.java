package dev.nearcache.upstream;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.http.Fault;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.testing.Objects;
import dev.nearcache.upstream.ListerWatcher.ListOptions;
import dev.nearcache.upstream.ListerWatcher.WatchOptions;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists against WireMock: statuses, paging, bad bodies, faults. */
@Timeout(60)
class HttpListerWatcherIT {
    private static final WireMockServer SERVER =
            new WireMockServer(options().dynamicPort().bindAddress("127.0.0.1"));
    private static final Vertx VERTX = Vertx.vertx();
    private static final ListOptions ALL = new ListOptions("0", 0, "");

    @BeforeAll
    static void start() {
        SERVER.start();
    }

    @AfterAll
    static void stop() throws Exception {
        SERVER.stop();
        VERTX.close().await(10, SECONDS);
    }

    @BeforeEach
    void forget() {
        SERVER.resetAll();
    }

    private static ApiClient client(String path, Duration header) throws Exception {
        UpstreamLimits limits = new UpstreamLimits(
                Duration.ofSeconds(5), header, Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(15));
        ClusterAccess access =
                ClusterAccess.server("http://127.0.0.1:" + SERVER.port() + path, Optional.empty(), Optional.empty());
        return ApiClient.open(VERTX, access, limits, Instant::now).await(10, SECONDS);
    }

    private static HttpListerWatcher pods(NetServer server) throws Exception {
        return pods(server.actualPort(), Optional.empty());
    }

    private static HttpListerWatcher pods(int port, Optional<java.nio.file.Path> token) throws Exception {
        ClusterAccess access = ClusterAccess.server("http://127.0.0.1:" + port, token, Optional.empty());
        return new HttpListerWatcher(
                ApiClient.open(VERTX, access, ScriptedApi.LIMITS, Instant::now).await(10, SECONDS),
                Types.PODS,
                Selection.all(),
                ScriptedApi.decoder(),
                UpstreamObserver.NONE,
                Instant::now);
    }

    private static HttpListerWatcher pods(Selection selection) throws Exception {
        return new HttpListerWatcher(
                client("", Duration.ofSeconds(10)),
                Types.PODS,
                selection,
                ScriptedApi.decoder(),
                UpstreamObserver.NONE,
                Instant::now);
    }

    private static UpstreamException failure(Future<?> future) {
        return assertThrows(UpstreamException.class, () -> future.await(20, SECONDS));
    }

    @Test
    void asksAgainWhereAConnectionThatWasUsedBeforeIsClosedUnderTheRequest() throws Exception {
        // Given a server that answers one request on a connection, and hangs up when the next comes
        String body = "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[]}";
        Set<NetSocket> used = ConcurrentHashMap.newKeySet();
        NetServer server = VERTX.createNetServer()
                .connectHandler(socket -> socket.handler(request -> {
                    if (used.add(socket)) {
                        socket.write("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                    } else {
                        socket.close();
                    }
                }))
                .listen(0, "127.0.0.1")
                .await(10, SECONDS);
        HttpListerWatcher pods = pods(server);

        // When, then
        for (int list = 0; list < 5; list++) {
            assertEquals(
                    ResourceVersion.of(9), pods.list(ALL).await(10, SECONDS).resourceVersion());
        }
        assertEquals(5, used.size());
        server.close().await(10, SECONDS);
    }

    @Test
    void readsAnswersWithLongHeads() throws Exception {
        // Given
        String body = "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[]}";
        NetServer server = VERTX.createNetServer()
                .connectHandler(socket -> socket.handler(request -> socket.write("HTTP/1.1 200 OK\r\nX-Long: "
                        + "x".repeat(64_000) + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)))
                .listen(0, "127.0.0.1")
                .await(10, SECONDS);

        // When
        ListPage page = pods(server).list(ALL).await(10, SECONDS);

        // Then
        assertEquals(ResourceVersion.of(9), page.resourceVersion());
        server.close().await(10, SECONDS);
    }

    @Test
    void aFailureDoesNotRepeatTheTokenThatTheServerEchoes(@TempDir java.nio.file.Path dir) throws Exception {
        // Given
        java.nio.file.Path token = Files.writeString(dir.resolve("token"), "very-secret-token");
        SERVER.stubFor(any(anyUrl())
                .willReturn(aResponse()
                        .withStatus(403)
                        .withBody("{\"kind\":\"Status\",\"message\":\"not for very-secret-token\",\"reason\":null}")));
        HttpListerWatcher pods = pods(SERVER.port(), Optional.of(token));

        // When
        UpstreamException failure = failure(pods.list(ALL));

        // Then
        assertTrue(String.valueOf(failure.getMessage()).contains("not for ***"), failure::getMessage);
        assertFalse(String.valueOf(failure.getMessage()).contains("null"), failure::getMessage);
    }

    @Test
    void asksForPagesAndReadsThem() throws Exception {
        // Given
        String first = "{\"metadata\":{\"resourceVersion\":\"9\",\"continue\":\"a+/=\"},\"items\":["
                + Objects.podJson("shop", "a", 1) + "]}";
        String second =
                "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" + Objects.podJson("shop", "b", 2) + "]}";
        SERVER.stubFor(get(urlEqualTo("/api/v1/pods?limit=1&resourceVersion=0")).willReturn(okJson(first)));
        SERVER.stubFor(
                get(urlEqualTo("/api/v1/pods?limit=1&continue=a%2B%2F%3D")).willReturn(okJson(second)));
        HttpListerWatcher pods = pods(Selection.all());

        // When
        ListPage page = pods.list(new ListOptions("0", 1, "")).await(10, SECONDS);
        ListPage next = pods.list(new ListOptions("", 1, page.continueToken())).await(10, SECONDS);

        // Then
        assertEquals("a+/=", page.continueToken());
        assertEquals(ResourceVersion.of(9), page.resourceVersion());
        assertEquals("shop/a@1", page.items().get(0).toString());
        assertEquals("", next.continueToken());
        assertEquals("shop/b@2", next.items().get(0).toString());
    }

    @Test
    void selectsTheSameOnListAndWatch() throws Exception {
        // Given
        SERVER.stubFor(any(anyUrl()).willReturn(okJson("{\"metadata\":{},\"items\":[]}")));
        HttpListerWatcher pods = pods(new Selection("shop", "app in (a, b),x!=é", "spec.nodeName=n&1"));

        // When
        pods.list(new ListOptions("", 0, "")).await(10, SECONDS);
        pods.watch(WatchOptions.after(ResourceVersion.of(3), Duration.ofSeconds(7)))
                .await(10, SECONDS)
                .stop();

        // Then
        String selectors =
                "labelSelector=app%20in%20%28a%2C%20b%29%2Cx%21%3D%C3%A9&fieldSelector=spec.nodeName%3Dn%261";
        SERVER.verify(getRequestedFor(urlEqualTo("/api/v1/namespaces/shop/pods?" + selectors))
                .withHeader("Accept", equalTo("application/json")));
        SERVER.verify(getRequestedFor(urlEqualTo("/api/v1/namespaces/shop/pods?" + selectors
                + "&watch=true&allowWatchBookmarks=true&timeoutSeconds=7&resourceVersion=3")));
    }

    @Test
    void aStreamedListIsAWatchNotOlderThanAVersion() throws Exception { // RF-12, WL-28
        // Given
        SERVER.stubFor(any(anyUrl()).willReturn(okJson("")));
        HttpListerWatcher pods = pods(Selection.all());

        // When
        for (long version : new long[] {0, 7}) {
            pods.watch(WatchOptions.listing(ResourceVersion.of(version), Duration.ofMinutes(5)))
                    .await(10, SECONDS)
                    .stop();
        }

        // Then the first has no version at all: "0" would be whatever the server's cache holds
        String common = "/api/v1/pods?watch=true&allowWatchBookmarks=true&timeoutSeconds=300";
        String stream = "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
        SERVER.verify(getRequestedFor(urlEqualTo(common + stream)));
        SERVER.verify(getRequestedFor(urlEqualTo(common + "&resourceVersion=7" + stream)));
    }

    @Test
    void keepsThePathOfTheServer() throws Exception {
        // Given
        SERVER.stubFor(get(urlPathEqualTo("/k8s/clusters/c1/api/v1/pods"))
                .willReturn(okJson("{\"metadata\":{\"resourceVersion\":\"4\"},\"items\":[]}")));
        HttpListerWatcher pods = new HttpListerWatcher(
                client("/k8s/clusters/c1/", Duration.ofSeconds(10)),
                Types.PODS,
                Selection.all(),
                ScriptedApi.decoder(),
                UpstreamObserver.NONE,
                Instant::now);

        // Then
        assertEquals(ResourceVersion.of(4), pods.list(ALL).await(10, SECONDS).resourceVersion());
    }

    @ParameterizedTest
    @CsvSource({
        "400,BadRequest,REJECTED",
        "401,Unauthorized,UNAUTHORIZED",
        "403,Forbidden,FORBIDDEN",
        "404,NotFound,NOT_FOUND",
        "410,Expired,EXPIRED",
        "410,Gone,GONE",
        "429,TooManyRequests,TOO_MANY_REQUESTS",
        "500,InternalError,INTERNAL",
        "500,StorageReadError,REJECTED",
        "503,ServiceUnavailable,REJECTED",
        "504,Timeout,REJECTED"
    })
    void reportsTheStatusOfTheServer(int code, String reason, Reason expected) throws Exception {
        // Given
        String body = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"in its words\","
                + "\"reason\":\"" + reason + "\",\"code\":" + code + ",\"details\":{\"retryAfterSeconds\":1}}";
        SERVER.stubFor(any(anyUrl())
                .willReturn(aResponse()
                        .withStatus(code)
                        .withHeader("Retry-After", "4")
                        .withBody(body)));

        // When
        HttpListerWatcher pods = pods(Selection.all());
        UpstreamException list = failure(pods.list(ALL));
        UpstreamException watch = failure(pods.watch(WatchOptions.after(ResourceVersion.of(1), Duration.ofMinutes(5))));

        // Then
        assertEquals(expected, list.reason());
        assertEquals(expected, watch.reason());
        assertEquals(code + " " + reason + ": in its words", list.getMessage());
        assertEquals(Duration.ofSeconds(4), list.retryAfter());
    }

    @Test
    void aVersionInTheFutureIsToldFromATimeout() throws Exception {
        SERVER.stubFor(any(anyUrl())
                .willReturn(aResponse()
                        .withStatus(504)
                        .withBody(
                                "{\"kind\":\"Status\",\"reason\":\"Timeout\",\"code\":504,\"message\":\"Timeout: Too large"
                                        + " resource version: 9, current: 1\",\"details\":{\"causes\":[{\"reason\":"
                                        + "\"ResourceVersionTooLarge\",\"message\":\"Too large resource version\"}],"
                                        + "\"retryAfterSeconds\":1}}")));
        UpstreamException list = failure(pods(Selection.all()).list(ALL));
        assertEquals(Reason.TOO_LARGE_VERSION, list.reason());
        assertEquals(Duration.ofSeconds(1), list.retryAfter());
    }

    @ParameterizedTest
    @CsvSource({
        "401,UNAUTHORIZED",
        "403,FORBIDDEN",
        "404,NOT_FOUND",
        "410,GONE",
        "429,TOO_MANY_REQUESTS",
        "500,INTERNAL",
        "502,INTERNAL",
        "503,REJECTED"
    })
    void makesAStatusOfABodyThatHasNone(int code, Reason expected) throws Exception {
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(code).withBody("<html>\n  bad gateway</html>")));
        UpstreamException list = failure(pods(Selection.all()).list(ALL));
        assertEquals(expected, list.reason());
        assertTrue(list.toString().contains("<html> bad gateway</html>"), list::toString);
    }

    @Test
    void readsOnlySoMuchOfABodyThatIsNoAnswer() throws Exception {
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withStatus(500).withBody("x".repeat(1_000_000))));
        UpstreamException list = failure(pods(Selection.all()).list(ALL));
        assertEquals(Reason.INTERNAL, list.reason());
        assertTrue(list.toString().length() < 300, list::toString);
    }

    @Test
    void doesNotFollowARedirect() throws Exception {
        SERVER.stubFor(any(anyUrl())
                .willReturn(aResponse().withStatus(302).withHeader("Location", "http://elsewhere.example/")));
        UpstreamException list = failure(pods(Selection.all()).list(ALL));
        assertEquals(Reason.REJECTED, list.reason());
        assertTrue(list.toString().contains("http://elsewhere.example/"), list::toString);
        // Whether the server is there may still be asked for an earlier test's sake.
        SERVER.verify(1, getRequestedFor(urlPathMatching("/api/.*")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ok",
                "<html></html>",
                "{\"items\":[",
                "{\"kind\":\"Table\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"rows\":[]}",
                "{\"kind\":\"Status\",\"status\":\"Failure\"}",
                "{\"metadata\":{\"resourceVersion\":\"x\"},\"items\":[]}"
            })
    void aSuccessThatIsNoListIsABadAnswer(String body) throws Exception {
        SERVER.stubFor(any(anyUrl()).willReturn(okJson(body)));
        assertEquals(Reason.BAD_ANSWER, failure(pods(Selection.all()).list(ALL)).reason());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aBrokenConnectionIsUnreachable(Fault fault) throws Exception {
        SERVER.stubFor(any(anyUrl()).willReturn(aResponse().withFault(fault)));
        UpstreamException list = failure(pods(Selection.all()).list(ALL));
        assertEquals(fault == Fault.MALFORMED_RESPONSE_CHUNK ? list.reason() : Reason.UNREACHABLE, list.reason());
        assertNotNull(list.getMessage());
    }

    @Test
    void noAnswerWithinTheLimitIsUnreachable() throws Exception {
        // Given
        SERVER.stubFor(any(anyUrl()).willReturn(okJson("{}").withFixedDelay(3_000)));
        HttpListerWatcher pods = new HttpListerWatcher(
                client("", Duration.ofMillis(100)),
                Types.PODS,
                Selection.all(),
                ScriptedApi.decoder(),
                UpstreamObserver.NONE,
                Instant::now);

        // Then
        UpstreamException list = failure(pods.list(ALL));
        assertEquals(Reason.UNREACHABLE, list.reason());
        assertTrue(list.toString().contains("100 ms"), list::toString);
    }

    @Test
    void aListOfManyThousandsStreams() throws Exception {
        // Given
        StringBuilder body = new StringBuilder("{\"metadata\":{\"resourceVersion\":\"20001\"},\"items\":[");
        for (int i = 1; i <= 20_000; i++) {
            body.append(i == 1 ? "" : ",").append(Objects.podJson("shop", "pod-" + i, i));
        }
        SERVER.stubFor(any(anyUrl()).willReturn(okJson(body.append("]}").toString())));

        // When
        ListPage page = pods(Selection.all()).list(ALL).await(30, SECONDS);

        // Then
        assertEquals(20_000, page.items().size());
        assertEquals(
                List.of("shop/pod-20000@20000"),
                List.of(page.items().get(19_999).toString()));
    }
}
