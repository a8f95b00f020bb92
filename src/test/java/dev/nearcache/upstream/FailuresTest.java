package dev.nearcache.upstream;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

    @Test
    void saysWhyAHandshakeFailed() {
        // Given
        Throwable handshake = new SSLHandshakeException("Failed to create SSL connection");
        handshake.initCause(new SSLHandshakeException("PKIX path building failed"));

        // When
        UpstreamException failure = Failures.of("https://a", handshake);

        // Then
        assertEquals("https://a: Failed to create SSL connection: PKIX path building failed", failure.getMessage());
    }
}
