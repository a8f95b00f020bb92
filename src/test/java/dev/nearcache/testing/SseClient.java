package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.testing.SseReader.Event;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** A client of server-sent events on a socket of its own. */
public final class SseClient implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RawStream stream;
    private final SseReader reader = new SseReader();
    private final Deque<Event> ready = new ArrayDeque<>();

    private SseClient(RawStream stream) {
        this.stream = stream;
    }

    /** Connects; an empty last id is not sent. Reading fails after ten seconds of silence. */
    public static SseClient open(int port, String pathAndQuery, String lastEventId) throws IOException {
        Map<String, String> headers = lastEventId.isEmpty()
                ? Map.of("Accept", "text/event-stream")
                : Map.of("Accept", "text/event-stream", "Last-Event-ID", lastEventId);
        return new SseClient(RawStream.get(port, pathAndQuery, headers, Duration.ofSeconds(10)));
    }

    /** The response and its head. */
    public RawStream stream() {
        return stream;
    }

    /** What was read so far. */
    public SseReader reader() {
        return reader;
    }

    /** The next event. */
    public Event next() throws IOException {
        while (ready.isEmpty()) {
            ready.addAll(reader.feed((stream.line() + "\n").getBytes(StandardCharsets.UTF_8)));
        }
        return ready.remove();
    }

    /** The next so many events as {@code NAME id object@version}, with a dash where an event carries no id. */
    public List<String> next(int count) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(text(next()));
        }
        return texts;
    }

    /** One event in that form. */
    public static String text(Event event) throws IOException {
        JsonNode object = JSON.readTree(event.data()).path("object");
        String name = object.path("metadata").path("name").asText("");
        String version = object.path("metadata").path("resourceVersion").asText("");
        return event.name() + " " + (event.carriesId() ? event.id() : "-")
                + (name.isEmpty() ? "" : " " + name + "@" + version);
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
