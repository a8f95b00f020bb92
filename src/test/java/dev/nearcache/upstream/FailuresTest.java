package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.nearcache.upstream.UpstreamException.Reason;
import io.netty.channel.ConnectTimeoutException;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandshakeTimeoutException;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.StreamResetException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class FailuresTest {
    @Test
    void saysThatAServerDoesNotSpeakTls() throws Exception {
        // Given a server of plain HTTP
        Vertx vertx = Vertx.vertx();
        try {
            HttpServer plain = vertx.createHttpServer()
                    .requestHandler(request -> request.response().end())
                    .listen(0, "127.0.0.1")
                    .await(10, SECONDS);
            String url = "https://127.0.0.1:" + plain.actualPort();
            ApiClient client = ApiClient.open(
                            vertx,
                            ClusterAccess.server(url, Optional.empty(), Optional.empty()),
                            ScriptedApi.LIMITS,
                            Instant::now)
                    .await(10, SECONDS);

            // When
            UpstreamException failure = assertThrows(
                    UpstreamException.class, () -> client.document("/version").await(20, SECONDS));

            // Then
            assertEquals(Reason.UNREACHABLE, failure.reason());
            assertTrue(
                    String.valueOf(failure.getMessage()).endsWith("if that is meant, write its address as http://"),
                    failure::getMessage);
        } finally {
            vertx.close().await(10, SECONDS);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void saysWhatFailedInWordsForPeople(Throwable failure, Reason reason, String words) {
        // When
        UpstreamException known = Failures.of("https://a", failure);

        // Then
        assertEquals("https://a: " + words, known.getMessage());
        assertEquals(reason, known.reason());
    }

    static Stream<Arguments> kinds() throws Exception {
        String pkix = "PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to"
                + " find valid certification path to requested target";
        return Stream.of(
                unreachable(new ClosedChannelException(), "the connection was closed"),
                unreachable(stackless(), "the connection was closed"),
                unreachable(new HttpClosedException("Connection was closed"), "the connection was closed"),
                unreachable(new StreamResetException(2), "the server broke off"),
                unreachable(new SocketException("Connection reset"), "the connection was reset"),
                unreachable(
                        new IOException("recvAddress(..) failed with error(-104): Connection reset by peer"),
                        "the connection was reset"),
                unreachable(new IOException("Broken pipe"), "the connection was reset"),
                arguments(
                        new ConnectException("Connection refused: /127.0.0.1:1"),
                        Reason.CONNECTION_REFUSED,
                        "connection refused"),
                unreachable(
                        new ConnectTimeoutException("connection timed out after 5000 ms: /192.0.2.1:443"),
                        "the connection could not be made in time"),
                unreachable(new UnknownHostException("a"), "the name of the host cannot be resolved"),
                unreachable(new UnknownHostException(), "the name of the host cannot be resolved"),
                unreachable(new NoRouteToHostException("No route to host"), "there is no route to the host"),
                unreachable(new SocketException("Network is unreachable"), "there is no route to the host"),
                unreachable(new TimeoutException(), "no answer in time"),
                unreachable(
                        new SslHandshakeTimeoutException("handshake timed out after 5000ms"),
                        "the TLS handshake did not end in time"),
                unreachable(handshake(stackless()), "TLS: the connection was closed"),
                unreachable(
                        handshake(new SSLHandshakeException("Received fatal alert: bad_certificate")),
                        "TLS: Received fatal alert: bad_certificate"),
                unreachable(
                        handshake(new CertificateException(pkix, new CertPathBuilderException("unable to find"))),
                        "TLS: the server's certificate is signed by no authority that is trusted"),
                unreachable(
                        handshake(new CertificateException("PKIX", new CertificateExpiredException("NotAfter: then"))),
                        "TLS: the server's certificate has expired"),
                unreachable(handshake(new SSLException((String) null)), "TLS: it failed, and nothing says why"),
                unreachable(new IOException((String) null), "it failed, and nothing says why"),
                unreachable(new IOException(new IllegalStateException()), "it failed, and nothing says why"),
                unreachable(new IOException(new IllegalStateException("odd")), "odd"));
    }

    private static Arguments unreachable(Throwable failure, String words) {
        return arguments(failure, Reason.UNREACHABLE, words);
    }

    /** As Netty throws it: a class of its own without a message. */
    private static Throwable stackless() throws Exception {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.close().await();
        return channel.writeAndFlush("late").await().cause();
    }

    private static Throwable handshake(Throwable cause) {
        return new SSLHandshakeException("Failed to create SSL connection").initCause(cause);
    }

    @Test
    void namesNoClassOfAFailureThatNobodyForesaw() {
        assertEquals(
                "unexpected failure: it failed, and nothing says why",
                UpstreamException.from(new NullPointerException()).getMessage());
    }
}
