package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * A Kubernetes watch client: lists once, then watches, and whenever it is cut watches again from the last version that
 * it saw. It remembers every change. Used on one thread.
 */
public final class CutWatchClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SILENCE = Duration.ofSeconds(20);

    private final int port;
    private final String path;
    private final LongSupplier bytesUntilCut;
    private final List<Seen> seen = new ArrayList<>();
    private long start;
    private long last;
    private int connections;

    /**
     * A client of one collection.
     *
     * @param path of the collection, with a query or none
     * @param bytesUntilCut asked before each watch: how many bytes of it get through
     */
    public CutWatchClient(int port, String path, LongSupplier bytesUntilCut) {
        this.port = port;
        this.path = path;
        this.bytesUntilCut = bytesUntilCut;
    }

    /** Lists; gives the objects as if each were added. */
    public List<Seen> list() throws IOException {
        List<Seen> items = new ArrayList<>();
        try (RawStream list = RawStream.get(port, path, Map.of(), SILENCE)) {
            JsonNode body = JSON.readTree(list.rest());
            start = body.path("metadata").path("resourceVersion").asLong();
            last = start;
            body.path("items")
                    .forEach(item -> items.add(
                            Seen.of(JSON.createObjectNode().put("type", "ADDED").set("object", item))));
        }
        return items;
    }

    /** Starts at a version without a list. */
    public CutWatchClient from(long version) {
        start = version;
        last = version;
        return this;
    }

    /** Watches until the last version seen is as wanted. */
    public void watchUntil(LongPredicate done) throws IOException {
        while (!done.test(last)) {
            connections++;
            try (RawStream watch =
                    RawStream.get(port, path + watchQuery(), Map.of(), SILENCE).cutAfter(bytesUntilCut.getAsLong())) {
                while (!done.test(last)) {
                    take(JSON.readTree(watch.line()));
                }
            } catch (java.net.SocketTimeoutException silent) {
                throw new AssertionError("nothing came for " + SILENCE + " after version " + last, silent);
            } catch (IOException cut) {
                // Expected: that is what this client is for.
            }
        }
    }

    private String watchQuery() {
        return (path.contains("?") ? "&" : "?") + "watch=1&allowWatchBookmarks=true&resourceVersion=" + last;
    }

    private void take(JsonNode event) {
        String type = event.path("type").asText();
        if (type.equals("ERROR")) {
            throw new AssertionError("ERROR after version " + last + ": " + event);
        }
        Seen change = Seen.of(event);
        last = change.version();
        if (!type.equals("BOOKMARK")) {
            seen.add(change);
        }
    }

    /** The version at which it started. */
    public long start() {
        return start;
    }

    /** The last version seen. */
    public long last() {
        return last;
    }

    /** Every change, in order. */
    public List<Seen> seen() {
        return seen;
    }

    /** How many watches it took. */
    public int connections() {
        return connections;
    }
}
