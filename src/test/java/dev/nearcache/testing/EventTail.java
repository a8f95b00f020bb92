package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.Closeable;
import java.io.IOException;

/** The events of one type as they come, after the first complete snapshot. */
public final class EventTail implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final SseClient client;

    private EventTail(SseClient client) {
        this.client = client;
    }

    /**
     * An event that tells of an object.
     *
     * @param name ADDED, MODIFIED or DELETED
     * @param key the object's namespace and name
     * @param version its version
     */
    public record Event(String name, String key, String version) {}

    /** Opens a stream and reads its snapshot; the sidecar may still be syncing. */
    public static EventTail synced(RunningSidecar running, String type) throws IOException {
        SseClient client = SseClient.open(running.port(), "/v1/stream?resource=" + type, "");
        while (!client.next().name().equals("SYNCED")) {}
        return new EventTail(client);
    }

    /** The next event that tells of an object; anything but bookmarks in between fails the test. */
    public Event nextData() throws IOException {
        SseReader.Event event = client.next();
        while (event.name().equals("BOOKMARK")) {
            event = client.next();
        }
        JsonNode metadata = JSON.readTree(event.data()).path("object").path("metadata");
        String namespace = metadata.path("namespace").asText("");
        return new Event(
                event.name(),
                (namespace.isEmpty() ? "" : namespace + "/")
                        + metadata.path("name").asText(),
                metadata.path("resourceVersion").asText());
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
