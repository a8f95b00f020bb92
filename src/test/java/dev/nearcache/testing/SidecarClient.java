package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.Sidecar;
import dev.nearcache.testing.RunningSidecar.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * Reads a sidecar as its clients do, a connection a request; may be used from any thread.
 *
 * @param apiPort the port of the objects
 * @param managementPort the port of probes and metrics
 */
public record SidecarClient(int apiPort, int managementPort) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SILENCE = Duration.ofSeconds(30);

    /** A client of a sidecar in this process. */
    public static SidecarClient of(Sidecar sidecar) {
        return new SidecarClient(sidecar.apiPort(), sidecar.managementPort());
    }

    /** An answer of the API. */
    public Answer get(String pathAndQuery) {
        return get(apiPort, pathAndQuery);
    }

    /** An answer of the port of probes and metrics. */
    public Answer probe(String pathAndQuery) {
        return get(managementPort, pathAndQuery);
    }

    private static Answer get(int port, String pathAndQuery) {
        try (RawStream stream = RawStream.get(port, pathAndQuery, Map.of(), SILENCE)) {
            return new Answer(stream.status(), stream.rest(), stream.headers());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The body of an answer of the API, whatever its status. */
    public JsonNode json(String pathAndQuery) {
        return parse(get(pathAndQuery).body());
    }

    /** A text as JSON. */
    public static JsonNode parse(String body) {
        try {
            return JSON.readTree(body);
        } catch (IOException notJson) {
            throw new UncheckedIOException(notJson);
        }
    }

    /** The entry of each type in {@code /v1/resources}, in the order of the configuration. */
    public List<JsonNode> reports() {
        return StreamSupport.stream(json("/v1/resources").path("items").spliterator(), false)
                .toList();
    }

    /** A type's entry. */
    public JsonNode report(String resource) {
        return reports().stream()
                .filter(item -> item.path("resource").asText().equals(resource))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no entry for " + resource));
    }

    /** The state of each type, in the order of the configuration. */
    public List<String> states() {
        return reports().stream().map(item -> item.path("state").asText()).toList();
    }

    /** Waits until every type is synced and live. */
    public void awaitSynced() {
        Await.until(() -> states().stream().allMatch("Synced"::equals));
    }

    /** How old a read of a type of the core group says that it is; -1 if it does not say. */
    public long age(String resource) {
        return Long.parseLong(get("/api/v1/" + resource + "?limit=1").headers().getOrDefault("age", "-1"));
    }

    /** Whether the sidecar holds this version of an object of the core group. */
    public boolean holds(String resource, String namespace, String name, long version) {
        JsonNode object = json("/api/v1/namespaces/" + namespace + "/" + resource + "/" + name);
        return object.path("metadata").path("resourceVersion").asLong() == version;
    }
}
