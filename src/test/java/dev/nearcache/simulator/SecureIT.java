package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.TestAuthority;
import dev.nearcache.testing.TestAuthority.Identity;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulator over TLS. */
@Timeout(60)
class SecureIT {
    private final Vertx vertx = Vertx.vertx();
    private TestAuthority authority;
    private Simulator simulator;

    @BeforeEach
    void start() throws Exception {
        authority = TestAuthority.named("before");
        simulator = await(Simulator.start(vertx, SimulatorSettings.quiet().withTls(tls(authority))));
    }

    private static Tls tls(TestAuthority authority) throws Exception {
        Identity server = authority.server("127.0.0.1", "localhost", "::1");
        return Tls.of(server.certificate(), server.key());
    }

    @AfterEach
    void stop() throws Exception {
        await(vertx.close());
    }

    private static <T> T await(Future<T> future) throws Exception {
        return future.await(10, SECONDS);
    }

    private HttpClient client(HttpVersion version, TestAuthority trusted, Optional<Identity> own) {
        HttpClientOptions options = new HttpClientOptions();
        options.setSsl(true)
                .setUseAlpn(true)
                .setProtocolVersion(version)
                .setDefaultHost("127.0.0.1")
                .setDefaultPort(simulator.port())
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(trusted.certificate())));
        own.ifPresent(identity -> options.setKeyCertOptions(new PemKeyCertOptions()
                .addCertValue(Buffer.buffer(identity.certificate()))
                .addKeyValue(Buffer.buffer(identity.key()))));
        return vertx.createHttpClient(options);
    }

    private HttpClient client(HttpVersion version) {
        return client(version, authority, Optional.empty());
    }

    private static HttpClientResponse get(HttpClient client, String path) throws Exception {
        return await(client.request(HttpMethod.GET, path).compose(request -> request.send()));
    }

    private Set<String> connections() throws Exception {
        return await(simulator.log().requests()).stream()
                .map(RequestEntry::client)
                .collect(Collectors.toSet());
    }

    @Test
    void speaksBothVersionsOfHttp() throws Exception {
        assertTrue(simulator.url().startsWith("https://127.0.0.1:"));
        assertEquals(HttpVersion.HTTP_2, get(client(HttpVersion.HTTP_2), "/api").version());
        assertEquals(
                HttpVersion.HTTP_1_1, get(client(HttpVersion.HTTP_1_1), "/api").version());
    }

    @Test
    void showsANewCertificateOnNewConnections() throws Exception {
        // Given
        HttpClient old = client(HttpVersion.HTTP_2);
        get(old, "/api");

        // When
        TestAuthority next = TestAuthority.named("after");
        await(simulator.faults().certificate(tls(next)));

        // Then
        assertEquals(200, get(old, "/api").statusCode());
        assertThrows(SSLException.class, () -> get(client(HttpVersion.HTTP_2), "/api"));
        HttpClientResponse answer = get(client(HttpVersion.HTTP_2, next, Optional.empty()), "/api");
        assertEquals(HttpVersion.HTTP_2, answer.version());
    }

    @Test
    void asksForClientCertificatesWhenTold() throws Exception {
        // When
        await(simulator.faults().certificate(tls(authority).demanding(authority.certificate())));

        // Then
        assertThrows(Exception.class, () -> get(client(HttpVersion.HTTP_1_1), "/api"));
        Identity stranger = TestAuthority.named("stranger").client("me");
        assertThrows(
                Exception.class, () -> get(client(HttpVersion.HTTP_1_1, authority, Optional.of(stranger)), "/api"));
        Identity known = authority.client("me");
        assertEquals(
                200,
                get(client(HttpVersion.HTTP_1_1, authority, Optional.of(known)), "/api")
                        .statusCode());
    }

    @Test
    void goAwayLeavesOpenStreamsAndWantsNewOnesElsewhere() throws Exception {
        // Given
        HttpClient client = client(HttpVersion.HTTP_2);
        HttpClientResponse watch = await(client.request(HttpMethod.GET, "/api/v1/pods?watch=1&resourceVersion=0")
                .compose(request -> request.send())
                .map(response -> response.pause()));

        // When
        assertEquals(1, await(simulator.faults().goAway()));

        // Then
        while (connections().size() < 2) {
            assertEquals(200, get(client, "/api").statusCode());
        }
        StringBuilder seen = new StringBuilder();
        Promise<Void> told = Promise.promise();
        watch.handler(data -> {
            if (seen.append(data).indexOf("\"fresh\"") >= 0) {
                told.tryComplete();
            }
        });
        watch.resume();
        await(simulator.world().create("pods", "default", "{\"metadata\":{\"name\":\"fresh\"}}"));
        await(told.future());
    }

    @ParameterizedTest
    @EnumSource(names = {"HTTP_1_1", "HTTP_2"})
    void asksForAnotherConnectionAfterEachAnswerWhenTold(HttpVersion version) throws Exception {
        await(simulator.faults().turnOn("pods", Quirk.CLOSE_CONNECTIONS));
        HttpClient client = client(version);
        while (connections().size() < 3) {
            HttpClientResponse answer = get(client, "/api/v1/pods?limit=1");
            assertEquals(version == HttpVersion.HTTP_1_1 ? "close" : null, answer.getHeader("Connection"));
        }
    }
}
