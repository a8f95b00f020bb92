package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.nearcache.upstream.ClusterAccess.Authorities;
import dev.nearcache.upstream.ClusterAccess.Trust;
import dev.nearcache.upstream.Identity.Anonymous;
import dev.nearcache.upstream.Identity.ClientCertificate;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS to a server that echoes who we say we are. */
@Timeout(120)
class ClusterTlsIT {
    private static final Vertx VERTX = Vertx.vertx();
    private static final Duration OFTEN = Duration.ofMillis(20);

    @TempDir
    private static Path directory;

    private static TestCertificate server;
    private static TestCertificate client;
    private static HttpServer listening;

    @BeforeAll
    static void listen() throws Exception {
        server = TestCertificate.of(directory, "api.example");
        client = TestCertificate.of(directory, "me");
        HttpServerOptions options = new HttpServerOptions();
        options.setSsl(true)
                .setClientAuth(ClientAuth.REQUEST)
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(client.certificate())))
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(server.certificate()))
                        .addKeyValue(Buffer.buffer(server.key())));
        listening = VERTX.createHttpServer(options)
                .requestHandler(request -> {
                    String peer;
                    try {
                        peer = request.sslSession().getPeerPrincipal().getName();
                    } catch (javax.net.ssl.SSLPeerUnverifiedException nobody) {
                        peer = "nobody";
                    }
                    String token = request.getHeader("Authorization");
                    request.response()
                            .putHeader("Connection", "close")
                            .end("{\"peer\":\"" + peer + "\",\"token\":\"" + token + "\",\"host\":\""
                                    + request.getHeader("Host") + "\"}");
                })
                .listen(0, "127.0.0.1")
                .await(10, SECONDS);
    }

    @AfterAll
    static void stop() throws Exception {
        VERTX.close().await(10, SECONDS);
    }

    private static ClusterAccess access(
            String host, Trust trust, Optional<String> name, Optional<ClientCertificate> own) {
        URI uri = URI.create("https://" + host + ":" + listening.actualPort());
        return new ClusterAccess(
                uri, name, trust, Optional.empty(), new Identity(own, new Anonymous(), Impersonation.NOBODY));
    }

    private static Trust theServer() {
        return new Authorities(new Material.Given(server.certificate()));
    }

    private static String ask(ClusterAccess access, String member) throws Exception {
        ApiClient client = ApiClient.open(VERTX, access, UpstreamLimits.defaults(), Instant::now, OFTEN)
                .await(10, SECONDS);
        try {
            return client.document("/").await(10, SECONDS).path(member).asText();
        } finally {
            client.close().await(10, SECONDS);
        }
    }

    private static Reason refusal(ClusterAccess access) {
        return assertThrows(UpstreamException.class, () -> ask(access, "peer")).reason();
    }

    @Test
    void believesOnlyTheAuthorityThatIsGiven() throws Exception {
        assertEquals("nobody", ask(access("127.0.0.1", theServer(), Optional.empty(), Optional.empty()), "peer"));
        Trust other = new Authorities(new Material.Given(client.certificate()));
        assertEquals(Reason.UNREACHABLE, refusal(access("127.0.0.1", other, Optional.empty(), Optional.empty())));
        assertEquals(
                Reason.UNREACHABLE,
                refusal(access(
                        "127.0.0.1", new ClusterAccess.SystemAuthorities(), Optional.empty(), Optional.empty())));
    }

    @Test
    void theNameInTheCertificateMustBeTheServersOrTheOneThatIsGiven() throws Exception {
        assertEquals(Reason.UNREACHABLE, refusal(access("localhost", theServer(), Optional.empty(), Optional.empty())));
        assertEquals(
                "localhost:" + listening.actualPort(),
                ask(access("localhost", theServer(), Optional.of("api.example"), Optional.empty()), "host"));
    }

    @Test
    void believesAnyoneWhenToldTo() throws Exception {
        ClusterAccess access = access("localhost", theServer(), Optional.empty(), Optional.empty());
        assertEquals("nobody", ask(access.withoutVerification(), "peer"));
    }

    @Test
    void showsItsOwnCertificate() throws Exception {
        ClientCertificate own =
                new ClientCertificate(new Material.Given(client.certificate()), new Material.Given(client.key()));
        assertEquals("CN=me", ask(access("127.0.0.1", theServer(), Optional.empty(), Optional.of(own)), "peer"));
    }

    @Test
    void aRenewedAuthorityAndTokenServeTheNextRequests() throws Exception {
        // Given
        Path ca = Files.writeString(directory.resolve("ca.crt"), client.certificate());
        Path token = Files.writeString(directory.resolve("token"), "old");
        ClusterAccess access = ClusterAccess.server(
                "https://127.0.0.1:" + listening.actualPort(), Optional.of(token), Optional.of(ca));
        ApiClient api = ApiClient.open(VERTX, access, UpstreamLimits.defaults(), Instant::now, OFTEN)
                .await(10, SECONDS);
        assertThrows(UpstreamException.class, () -> api.document("/").await(10, SECONDS));

        // When
        Files.writeString(ca, server.certificate());
        Files.writeString(token, "new");

        // Then
        String seen = "";
        while (!seen.equals("Bearer new")) {
            seen = api.document("/")
                    .map(answer -> answer.path("token").asText())
                    .otherwise("refused")
                    .await(10, SECONDS);
        }
        api.close().await(10, SECONDS);
    }
}
