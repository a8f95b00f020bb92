package dev.nearcache.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks the sidecar, and waits for the answer. For the script's thread. */
final class Asker {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    /** An answer; its body is JSON. */
    record Answer(int status, JsonNode body) {}

    Answer json(int port, String pathAndQuery) throws IOException {
        HttpResponse<byte[]> answer = send(port, pathAndQuery, BodyHandlers.ofByteArray());
        return new Answer(answer.statusCode(), JSON.readTree(answer.body()));
    }

    String text(int port, String pathAndQuery) throws IOException {
        return send(port, pathAndQuery, BodyHandlers.ofString()).body();
    }

    private <T> HttpResponse<T> send(int port, String pathAndQuery, HttpResponse.BodyHandler<T> body)
            throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + pathAndQuery))
                .timeout(LIMIT)
                .build();
        try {
            return http.send(request, body);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }
}
