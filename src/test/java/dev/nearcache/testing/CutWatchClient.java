package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * A Kubernetes watch client: lists once, then watches, and whenever it is cut watches again from the last version that
 * it saw. It remembers every change. Used on one thread.
 */
public final class CutWatchClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SILENCE = Duration.ofSeconds(20);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private enum OnExpired {
        FAIL,
        START_OVER
    }

    private final int port;
    private final String path;
    private final LongSupplier bytesUntilCut;
    private final List<Seen> seen = new ArrayList<>();
    private final Map<String, Long> objects = new HashMap<>();
    private OnExpired onExpired = OnExpired.FAIL;
    private int expirations;
    private long start;
    private long last;
    private final AtomicInteger connections = new AtomicInteger();

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
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!done.test(last)) {
            connections.incrementAndGet();
            Await.notPast(end, this::toString);
            try (RawStream watch =
                    RawStream.get(port, path + watchQuery(), Map.of(), SILENCE).cutAfter(bytesUntilCut.getAsLong())) {
                while (!done.test(last)) {
                    take(JSON.readTree(watch.line()));
                    Await.notPast(end, this::toString);
                }
            } catch (java.net.SocketTimeoutException silent) {
                throw new AssertionError("nothing came for " + SILENCE + " after version " + last, silent);
            } catch (IOException cut) {
                // Expected: that is what this client is for.
            }
        }
    }

    /** The same, but a version that has expired is no failure: then it begins again with the current objects. */
    public void watchOrStartOver(LongPredicate done) throws IOException {
        onExpired = OnExpired.START_OVER;
        watchUntil(done);
    }

    private String watchQuery() {
        return (path.contains("?") ? "&" : "?") + "watch=1&allowWatchBookmarks=true&resourceVersion=" + last;
    }

    private void take(JsonNode event) throws IOException {
        String type = event.path("type").asText();
        if (type.equals("ERROR")) {
            failed(event);
            return;
        }
        Seen change = Seen.of(event);
        if (type.equals("DELETED")) {
            objects.remove(change.key());
        } else if (!type.equals("BOOKMARK")) {
            objects.put(change.key(), change.version());
        }
        last = change.version();
        if (!type.equals("BOOKMARK")) {
            seen.add(change);
        }
    }

    private void failed(JsonNode event) throws IOException {
        if (onExpired == OnExpired.FAIL || event.path("object").path("code").asInt() != 410) {
            throw new AssertionError("ERROR after version " + last + ": " + event);
        }
        objects.clear();
        last = 0;
        expirations++;
        throw new IOException("expired");
    }

    /** The objects that it knows from events: key to version. */
    public Map<String, Long> objects() {
        return objects;
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

    /** How often it was told that its version has expired, and began again. */
    public int expirations() {
        return expirations;
    }

    /** How many watches it took. */
    public int connections() {
        return connections.get();
    }

    @Override
    public String toString() {
        return path + ": version " + last + ", " + seen.size() + " changes in " + connections + " watches";
    }
}
