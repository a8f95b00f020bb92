package dev.nearcache.rows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.Testbed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A kube-apiserver of the testbed. */
final class RealServer implements Side {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Testbed testbed;
    private final SSLContext tls;
    private final HttpClient client;
    private final Set<String> namespaces = new HashSet<>();
    private int writes;

    private RealServer(Testbed testbed, SSLContext tls) {
        this.testbed = testbed;
        this.tls = tls;
        this.client = HttpClient.newBuilder()
                .sslContext(tls)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    /** Starts one; skips the test, saying why, where the testbed is not built. */
    static RealServer start(Path directory) {
        Testbed testbed = Testbed.start(directory);
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, trusting(testbed.certificate()).getTrustManagers(), null);
            return new RealServer(testbed, tls);
        } catch (GeneralSecurityException | IOException failed) {
            testbed.close();
            throw new AssertionError("the testbed's certificate cannot be used", failed);
        }
    }

    private static TrustManagerFactory trusting(Path certificate) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            int number = 0;
            for (var each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("testbed-" + number++, each);
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        return trust;
    }

    /** The server itself, for a sidecar on it. */
    Testbed testbed() {
        return testbed;
    }

    @Override
    public RawStream open(String method, String target, Map<String, String> headers) {
        Map<String, String> all = new TreeMap<>(headers);
        all.put("Authorization", "Bearer " + Testbed.ADMIN_TOKEN);
        try {
            Socket socket = tls.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), testbed.port());
            return RawStream.send(socket, method, target, all, LIMIT);
        } catch (IOException broken) {
            throw new UncheckedIOException(target, broken);
        }
    }

    @Override
    public long write(Pod pod) {
        ensure(pod.namespace());
        String collection = "/api/v1/namespaces/" + pod.namespace() + "/pods";
        String path = collection + "/" + pod.name();
        String labels = pod.labels().entrySet().stream()
                .map(label -> "\"" + label.getKey() + "\":\"" + label.getValue() + "\"")
                .collect(Collectors.joining(",", "{", "}"));
        String name = "\"name\":\"" + pod.name() + "\"";
        Answer held = get(path);
        if (held.status() == 404) {
            String node = pod.node().isEmpty() ? "" : ",\"nodeName\":\"" + pod.node() + "\"";
            return versionOf(post(
                    collection,
                    "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{" + name + ",\"labels\":" + labels
                            + "},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]" + node + "}}"));
        }
        if (!pod.nominated().equals(held.json().at("/status/nominatedNodeName").asText())) {
            String fields = "{\"status\":{\"nominatedNodeName\":\"" + pod.nominated() + "\"}}";
            return patch("merge-patch", path + "/status", fields);
        }
        if (pod.node().equals(held.json().at("/spec/nodeName").asText())) {
            String write =
                    "{\"op\":\"add\",\"path\":\"/metadata/annotations\",\"value\":{\"write\":\"" + ++writes + "\"}}";
            return patch(
                    "json-patch",
                    path,
                    "[" + write + ",{\"op\":\"add\",\"path\":\"/metadata/labels\",\"value\":" + labels + "}]");
        }
        // A node is given to a pod by binding it.
        post(
                path + "/binding",
                "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{" + name
                        + "},\"target\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"" + pod.node() + "\"}}");
        return versionOf(get(path));
    }

    @Override
    public long delete(String namespace, String name) {
        String path = "/api/v1/namespaces/" + namespace + "/pods/" + name + "?gracePeriodSeconds=0";
        return versionOf(done(send("DELETE", path, Map.of(), "")));
    }

    @Override
    public long writeElsewhere() {
        return versionOf(post(
                "/api/v1/namespaces/default/configmaps",
                "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"generateName\":\"write-\"}}"));
    }

    /** A server that starts lists its storage, and knows no event from before. */
    @Override
    public void forget() {
        testbed.restart();
    }

    @Override
    public void close() {
        testbed.close();
    }

    private void ensure(String namespace) {
        if (namespaces.add(namespace)) {
            post(
                    "/api/v1/namespaces",
                    "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"" + namespace + "\"}}");
        }
    }

    private Answer post(String path, String body) {
        return done(send("POST", path, Map.of("Content-Type", "application/json"), body));
    }

    private long patch(String kind, String path, String changes) {
        return versionOf(done(send("PATCH", path, Map.of("Content-Type", "application/" + kind + "+json"), changes)));
    }

    private static long versionOf(Answer answer) {
        JsonNode version = answer.json().path("metadata").path("resourceVersion");
        if (version.isMissingNode()) {
            throw new AssertionError("no version: " + answer);
        }
        return Long.parseLong(version.asText());
    }

    private static Answer done(Answer answer) {
        if (answer.status() / 100 != 2) {
            throw new AssertionError("a write failed: " + answer);
        }
        return answer;
    }

    private Answer send(String method, String target, Map<String, String> headers, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(testbed.url() + target))
                .timeout(LIMIT)
                .header("Authorization", "Bearer " + Testbed.ADMIN_TOKEN)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        try {
            HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(
                    answer.statusCode(),
                    answer.headers().firstValue("content-encoding").orElse(""),
                    answer.body());
        } catch (IOException broken) {
            throw new UncheckedIOException(target, broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError(target, interrupted);
        }
    }
}
