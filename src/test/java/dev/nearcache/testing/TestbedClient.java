package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Asks a {@link Testbed} as admin, over a connection that is kept: what kubectl cannot say, or would take too long for. */
public final class TestbedClient {
    /** A list as a table. */
    public static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final String url;
    private final HttpClient client;

    private TestbedClient(String url, HttpClient client) {
        this.url = url;
        this.client = client;
    }

    /** A client of a server that runs. */
    public static TestbedClient of(Testbed testbed) {
        return new TestbedClient(
                testbed.url(),
                HttpClient.newBuilder().sslContext(trusting(testbed)).build());
    }

    /** The text of an answer; fails the test when it is not 200. */
    public String get(String pathAndQuery, String accept) {
        return send(200, request(pathAndQuery).header("Accept", accept).GET().build());
    }

    /** An answer in JSON; fails the test when it is not 200. */
    public JsonNode json(String pathAndQuery, String accept) {
        return parse(get(pathAndQuery, accept));
    }

    /** Creates an object in a collection. */
    public JsonNode create(String path, JsonNode object) {
        return parse(
                send(201, write(path, "application/json").POST(body(object)).build()));
    }

    /** Merges fields into an object, or into its {@code /status}. */
    public JsonNode merge(String path, JsonNode fields) {
        return parse(send(
                200,
                write(path, "application/merge-patch+json")
                        .method("PATCH", body(fields))
                        .build()));
    }

    /** Deletes an object; one with finalizers stays, and says that it is to go. */
    public void delete(String path) {
        send(200, request(path).DELETE().build());
    }

    private HttpRequest.Builder write(String path, String type) {
        return request(path).header("Content-Type", type);
    }

    private HttpRequest.Builder request(String pathAndQuery) {
        return HttpRequest.newBuilder(URI.create(url + pathAndQuery))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + Testbed.ADMIN_TOKEN);
    }

    private static BodyPublisher body(JsonNode json) {
        return BodyPublishers.ofString(json.toString());
    }

    /** Whether there is something at a path. */
    public boolean serves(String pathAndQuery) {
        return send(request(pathAndQuery).GET().build()).statusCode() == 200;
    }

    private String send(int expected, HttpRequest request) {
        HttpResponse<String> response = send(request);
        if (response.statusCode() != expected) {
            throw new AssertionError(request + " gives " + response.statusCode() + ": " + response.body());
        }
        return response.body();
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new AssertionError(request + " fails", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted in " + request, interrupted);
        }
    }

    private static JsonNode parse(String body) {
        return SidecarClient.parse(body);
    }

    /** Trusts the server's certificate. */
    public static SSLContext trusting(Testbed testbed) {
        try (InputStream certificate = Files.newInputStream(testbed.certificate())) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            store.setCertificateEntry(
                    "testbed", CertificateFactory.getInstance("X.509").generateCertificate(certificate));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException broken) {
            throw new AssertionError("the testbed's certificate cannot be read", broken);
        }
    }
}
