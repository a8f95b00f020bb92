package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * A Server-Sent Events client as a browser is one: whenever it is cut it connects again with the last id that it was
 * given. It keeps the objects that it knows, and every change since the first complete snapshot. Used on one thread.
 */
public final class CutEventClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SILENCE = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final int port;
    private final String path;
    private final int types;
    private final LongSupplier bytesUntilCut;
    private final List<Seen> seen = new ArrayList<>();
    private final Map<String, Long> objects = new LinkedHashMap<>();
    private final List<String> marks = new ArrayList<>();
    private String id = "";
    private volatile String firstId = "";
    private int connections;

    /** An event as it stood on the wire; the id is null if the event had none. */
    private record Event(String name, String id, String data) {}

    /**
     * A client of one stream.
     *
     * @param types how many types it carries: its snapshot is complete once each is synced
     * @param bytesUntilCut asked before each connection: how many bytes of it get through
     */
    public CutEventClient(int port, String path, int types, LongSupplier bytesUntilCut) {
        this.port = port;
        this.path = path;
        this.types = types;
        this.bytesUntilCut = bytesUntilCut;
    }

    /** Follows the stream until this client is as wanted. */
    public void followUntil(Predicate<CutEventClient> done) throws IOException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!done.test(this)) {
            connections++;
            Await.notPast(end, this::toString);
            Map<String, String> headers = id.isEmpty()
                    ? Map.of("Accept", "text/event-stream")
                    : Map.of("Accept", "text/event-stream", "Last-Event-ID", id);
            if (id.isEmpty()) {
                objects.clear();
                marks.clear();
            }
            try (RawStream stream = RawStream.get(port, path, headers, SILENCE).cutAfter(bytesUntilCut.getAsLong())) {
                if (stream.status() != 200) {
                    throw new AssertionError("status " + stream.status() + ": " + stream.rest());
                }
                while (!done.test(this)) {
                    take(next(stream, end));
                }
            } catch (java.net.SocketTimeoutException silent) {
                throw new AssertionError("nothing came for " + SILENCE + " after id " + id, silent);
            } catch (IOException cut) {
                // Expected: that is what this client is for.
            }
        }
    }

    private Event next(RawStream stream, long end) throws IOException {
        String name = "message";
        String id = "";
        boolean hasId = false;
        StringBuilder data = new StringBuilder();
        while (true) {
            String line = stream.line();
            // Also while nothing but heartbeats comes.
            Await.notPast(end, this::toString);
            if (line.isEmpty() && !data.isEmpty()) {
                return new Event(name, hasId ? id : "\0", data.toString());
            } else if (line.startsWith("event: ")) {
                name = line.substring("event: ".length());
            } else if (line.startsWith("id:")) {
                id = line.substring("id:".length()).strip();
                hasId = true;
            } else if (line.startsWith("data: ")) {
                data.append(line, "data: ".length(), line.length());
            }
        }
    }

    private void take(Event event) throws IOException {
        JsonNode data = JSON.readTree(event.data());
        switch (event.name()) {
            case "ADDED", "MODIFIED" -> {
                Seen change = Seen.of(data);
                objects.put(change.key(), change.version());
                remember(change);
            }
            case "DELETED" -> {
                Seen change = Seen.of(data);
                objects.remove(change.key());
                remember(change);
            }
            case "RESET" -> {
                marks.add("RESET");
                objects.clear();
            }
            case "SYNCED" -> marks.add("SYNCED");
            case "BOOKMARK" -> {}
            default -> throw new AssertionError("unexpected event " + event);
        }
        if (!event.id().equals("\0")) {
            id = event.id();
            if (firstId.isEmpty() && marks.stream().filter("SYNCED"::equals).count() >= types) {
                firstId = id;
            }
        }
    }

    private void remember(Seen change) {
        if (!firstId.isEmpty()) {
            seen.add(change);
        }
    }

    /** The id with the first complete snapshot; empty before it. */
    public String firstId() {
        return firstId;
    }

    /** The last id. */
    public String id() {
        return id;
    }

    /** Every change after the first snapshot, in order. */
    public List<Seen> seen() {
        return seen;
    }

    /** The objects that it knows: key to version. */
    public Map<String, Long> objects() {
        return objects;
    }

    /** The SYNCED and RESET events, in order. */
    public List<String> marks() {
        return marks;
    }

    /** How many connections it took. */
    public int connections() {
        return connections;
    }

    @Override
    public String toString() {
        return path + ": id " + id + ", " + marks + ", " + seen.size() + " changes in " + connections + " connections";
    }
}
