package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.KubeletVolume;
import dev.nearcache.testing.TestAuthority;
import dev.nearcache.upstream.ClusterAccess.Authorities;
import dev.nearcache.upstream.Identity.Anonymous;
import dev.nearcache.upstream.Identity.ClientCertificate;
import dev.nearcache.upstream.Identity.Plugin;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.net.Inet6Address;
import java.net.NetworkInterface;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names in certificates, client certificates that change, and proxies, to a server that says whom it sees. */
@Timeout(60)
class TlsIdentityIT {
    private static final Identity NOBODY = Identity.of(new Anonymous());

    private final Vertx vertx = Vertx.vertx();
    private final List<HttpServerResponse> open = new CopyOnWriteArrayList<>();
    private final List<ApiClient> clients = new CopyOnWriteArrayList<>();

    @TempDir
    private Path directory;

    private TestAuthority authority;

    @BeforeEach
    void found() throws Exception {
        authority = TestAuthority.named("authority");
    }

    @AfterEach
    void close() throws TimeoutException {
        for (ApiClient client : clients) {
            client.close().await(10, SECONDS);
        }
        vertx.close().await(10, SECONDS);
    }

    private HttpServer serve(String address, TestAuthority.Identity identity) throws TimeoutException {
        HttpServerOptions options = new HttpServerOptions();
        options.setSsl(true)
                .setClientAuth(ClientAuth.REQUEST)
                .setTrustOptions(new PemTrustOptions().addCertValue(Buffer.buffer(authority.certificate())))
                .setKeyCertOptions(new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(identity.certificate()))
                        .addKeyValue(Buffer.buffer(identity.key())));
        return vertx.createHttpServer(options)
                .requestHandler(this::answer)
                .listen(0, address)
                .await(10, SECONDS);
    }

    /** Who asked and for whom; on {@code /open} the answer stays open. */
    private void answer(HttpServerRequest request) {
        if (request.uri().equals("/open")) {
            open.add(request.response().setChunked(true));
            request.response().writeHead().onFailure(Throwable::printStackTrace);
            return;
        }
        String peer;
        try {
            peer = request.sslSession().getPeerPrincipal().getName();
        } catch (SSLPeerUnverifiedException nobody) {
            peer = "nobody";
        }
        JsonObject seen = new JsonObject().put("peer", peer).put("host", request.getHeader("Host"));
        request.headers().forEach(header -> seen.put(header.getKey().toLowerCase(Locale.ROOT), header.getValue()));
        request.response().end(seen.toBuffer()).onFailure(Throwable::printStackTrace);
    }

    private ClusterAccess access(String host, int port, Identity identity) {
        return new ClusterAccess(
                URI.create("https://" + host + ":" + port),
                Optional.empty(),
                new Authorities(new Material.Given(authority.certificate())),
                Optional.empty(),
                identity);
    }

    private ApiClient client(ClusterAccess access) throws TimeoutException {
        ApiClient client = ApiClient.open(vertx, access, UpstreamLimits.defaults(), Instant::now, Duration.ofMillis(20))
                .await(10, SECONDS);
        clients.add(client);
        return client;
    }

    private JsonNode ask(ClusterAccess access) throws TimeoutException {
        return client(access).document("/").await(10, SECONDS);
    }

    private String refusal(ClusterAccess access) {
        return String.valueOf(
                assertThrows(UpstreamException.class, () -> ask(access)).getMessage());
    }

    @Test
    @Tag("field-report")
    @DisplayName(
            "AU-09: an IPv6 address is verified in its short and its long form, and refused where the certificate lacks it")
    void verifiesAddressesOfSixteenBytes() throws Exception {
        // Given
        assumeTrue(
                NetworkInterface.networkInterfaces()
                        .flatMap(NetworkInterface::inetAddresses)
                        .anyMatch(address -> address instanceof Inet6Address && address.isLoopbackAddress()),
                "no IPv6");
        HttpServer named = serve("::1", authority.server("::1"));
        HttpServer other = serve("::1", authority.server("127.0.0.1", "api.example"));

        for (String form : List.of("[::1]", "[0:0:0:0:0:0:0:1]")) {
            // Then
            String host = form + ":" + named.actualPort();
            assertEquals(
                    host,
                    ask(access(form, named.actualPort(), NOBODY)).path("host").asText());
            String refusal = refusal(access(form, other.actualPort(), NOBODY));
            assertTrue(refusal.contains("for 127.0.0.1, api.example"), refusal);
        }
    }

    @Test
    void saysWhichNameWasWantedAndWhichTheCertificateHas() throws Exception {
        HttpServer server = serve("127.0.0.1", authority.server("api.example", "10.0.0.1", "::1"));
        String byHost = refusal(access("localhost", server.actualPort(), NOBODY));
        assertTrue(
                byHost.endsWith(
                        "the server's certificate is not for localhost, but for api.example, 10.0.0.1, 0:0:0:0:0:0:0:1"),
                byHost);
        ClusterAccess plain = access("127.0.0.1", server.actualPort(), NOBODY);
        ClusterAccess renamed = new ClusterAccess(
                plain.server(), Optional.of("other.example"), plain.trust(), Optional.empty(), NOBODY);
        String byName = refusal(renamed);
        assertTrue(byName.contains("is not for other.example, but for api.example"), byName);
    }

    @Test
    void aSwappedClientCertificateServesTheNextRequestAndWhatIsOpenGoesOn() throws Exception {
        // Given
        HttpServer server = serve("127.0.0.1", authority.server("127.0.0.1"));
        KubeletVolume volume = KubeletVolume.mount(directory, pair("one"));
        Identity own = new Identity(
                Optional.of(new ClientCertificate(
                        new Material.InFile(volume.file("tls.crt"), "crt"),
                        new Material.InFile(volume.file("tls.key"), "key"))),
                new Anonymous(),
                Impersonation.NOBODY);
        ApiClient client = client(access("127.0.0.1", server.actualPort(), own));
        HttpClientResponse stream = client.get("/open").await(10, SECONDS);
        List<String> received = new CopyOnWriteArrayList<>();
        stream.handler(chunk -> received.add(chunk.toString())).resume();
        assertEquals("CN=one", peer(client));

        // When
        volume.replace(pair("two"));

        // Then
        Await.until(() -> peer(client).equals("CN=two"));
        open.get(0).write("still here").await(10, SECONDS);
        Await.until(() -> received.equals(List.of("still here")));
    }

    private Map<String, String> pair(String user) throws Exception {
        TestAuthority.Identity identity = authority.client(user);
        return Map.of("tls.crt", identity.certificate(), "tls.key", identity.key());
    }

    private static String peer(ApiClient client) {
        try {
            return client.document("/").await(10, SECONDS).path("peer").asText();
        } catch (TimeoutException late) {
            throw new AssertionError(late);
        }
    }

    @Test
    void aCertificateWithTheKeyOfAnotherIsNotTakenOver() throws Exception {
        TestAuthority.Identity one = authority.client("one");
        Identity mixed = new Identity(
                Optional.of(new ClientCertificate(
                        new Material.Given(one.certificate()),
                        new Material.Given(authority.client("two").key()))),
                new Anonymous(),
                Impersonation.NOBODY);
        ClusterAccessException refused =
                assertThrows(ClusterAccessException.class, () -> client(access("127.0.0.1", 1, mixed)));
        assertTrue(refused.toString().contains("a certificate whose key is another"), refused::toString);
    }

    @Test
    void aPluginMayGiveACertificate() throws Exception {
        // Given
        HttpServer server = serve("127.0.0.1", authority.server("127.0.0.1"));
        TestAuthority.Identity own = authority.client("plugged");
        JsonObject status =
                new JsonObject().put("clientCertificateData", own.certificate()).put("clientKeyData", own.key());
        ScriptedPlugin script = new ScriptedPlugin(directory).gives(status.encode());

        // Then
        Identity identity = Identity.of(new Plugin(script.plugin()));
        assertEquals("CN=plugged", peer(client(access("127.0.0.1", server.actualPort(), identity))));
    }

    @Test
    void goesThroughAProxyAndActsAsAnother() throws Exception {
        // Given a proxy that knows the way to any name
        HttpServer server = serve("127.0.0.1", authority.server("api.example"));
        List<String> asked = new CopyOnWriteArrayList<>();
        NetServer proxy = vertx.createNetServer()
                .connectHandler(client -> client.handler(head -> {
                    asked.add(head.toString().lines().findFirst().orElse(""));
                    tunnel(client, server.actualPort());
                }))
                .listen(0, "127.0.0.1")
                .await(10, SECONDS);
        ClusterAccess plain = access(
                "api.example",
                6443,
                new Identity(
                        Optional.empty(),
                        new Anonymous(),
                        new Impersonation("jane", "", List.of("readers"), Map.of())));
        ClusterAccess access = new ClusterAccess(
                plain.server(),
                Optional.empty(),
                plain.trust(),
                Optional.of(ForwardProxy.of("proxy-url", "http://127.0.0.1:" + proxy.actualPort())),
                plain.identity());

        // When
        JsonNode seen = ask(access);

        // Then
        assertEquals(List.of("CONNECT api.example:6443 HTTP/1.1"), asked);
        assertEquals("api.example:6443", seen.path("host").asText());
        assertEquals("jane", seen.path("impersonate-user").asText());
        assertEquals("readers", seen.path("impersonate-group").asText());
    }

    private void tunnel(NetSocket client, int port) {
        client.pause();
        vertx.createNetClient().connect(port, "127.0.0.1").onSuccess(server -> {
            client.handler(server::write);
            server.handler(client::write);
            client.closeHandler(end -> server.close());
            client.write("HTTP/1.1 200 OK\r\n\r\n");
            client.resume();
        });
    }
}
