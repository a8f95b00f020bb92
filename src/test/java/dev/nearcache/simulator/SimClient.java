package dev.nearcache.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** A plain HTTP client that knows nothing of Kubernetes but JSON and lines. */
final class SimClient {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;
    private final Map<String, String> headers;

    SimClient(String url) {
        this(url, Map.of());
    }

    private SimClient(String url, Map<String, String> headers) {
        this.url = url;
        this.headers = headers;
    }

    /** The same client with one header. */
    SimClient with(String name, String value) {
        return new SimClient(url, Map.of(name, value));
    }

    /** An answer; code -1 if the connection failed. */
    record Answer(int code, String text, String retryAfter) {
        JsonNode json() {
            return parse(text);
        }
    }

    Answer get(String path) {
        return send("GET", path, "", "");
    }

    Answer send(String method, String path, String contentType, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url + path))
                .timeout(PATIENCE)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        headers.forEach(request::header);
        if (!contentType.isEmpty()) {
            request.header("Content-Type", contentType);
        }
        try {
            HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
            return new Answer(
                    response.statusCode(),
                    response.body(),
                    response.headers().firstValue("Retry-After").orElse(""));
        } catch (IOException e) {
            return new Answer(-1, String.valueOf(e.getMessage()), "");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Opens a watch and gives its lines as they come. */
    Lines watch(String path) {
        try {
            HttpResponse<InputStream> response = http.send(
                    HttpRequest.newBuilder(URI.create(url + path))
                            .timeout(PATIENCE)
                            .build(),
                    BodyHandlers.ofInputStream());
            return new Lines(
                    response.statusCode(),
                    new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8)));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The storage keys of a list's items. */
    static List<String> keys(JsonNode list) {
        return StreamSupport.stream(list.path("items").spliterator(), false)
                .map(item -> item.path("metadata"))
                .map(meta -> SimObject.key(
                        meta.path("namespace").asText(""), meta.path("name").asText()))
                .toList();
    }

    static List<String> types(List<JsonNode> events) {
        return events.stream().map(event -> event.path("type").asText()).toList();
    }

    static String version(JsonNode event) {
        return event.path("object").path("metadata").path("resourceVersion").asText();
    }

    static JsonNode parse(String text) {
        try {
            return MAPPER.readTree(text);
        } catch (IOException e) {
            throw new IllegalStateException(text, e);
        }
    }

    record Lines(int code, BufferedReader reader) implements AutoCloseable {
        /** The next event; the tests' own timeout bounds the wait. */
        JsonNode next() {
            String line = line();
            if (line == null) {
                throw new IllegalStateException("the watch has ended");
            }
            return parse(line);
        }

        List<JsonNode> next(int count) {
            List<JsonNode> events = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                events.add(next());
            }
            return events;
        }

        /** The next line, null at the end of the body. */
        String line() {
            try {
                return reader.readLine();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                reader.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
