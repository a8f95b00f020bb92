package dev.nearcache.soak;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nearcache.soak.Item.What;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;

/** A Kubernetes watch, as client-go's reflector asks for it. Confined to the client's thread. */
final class WatchDialect implements Dialect {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** How it comes by what there is at the start. */
    enum Start {
        /** A list, then a watch from its version. */
        LIST,
        /** A watch that sends it. */
        INITIAL_EVENTS
    }

    private enum Place {
        NOWHERE,
        KNOWN
    }

    private final Channel channel;
    private final Start start;
    private final String path;
    private final StreamTally tally;
    private Place place = Place.NOWHERE;
    private long version;

    WatchDialect(Channel channel, Start start, StreamTally tally) {
        this.channel = channel;
        this.start = start;
        Selector selector = channel.selector();
        this.path = channel.type().path(selector.namespace()) + "?" + selector.parameters();
        this.tally = tally;
    }

    @Override
    public Optional<String> list() {
        return switch (place) {
            case KNOWN -> Optional.empty();
            case NOWHERE ->
                switch (start) {
                    case LIST -> Optional.of(path + "resourceVersion=0");
                    case INITIAL_EVENTS -> Optional.empty();
                };
        };
    }

    @Override
    public void listed(Buffer body) {
        try {
            JsonNode list = JSON.readTree(body.getBytes());
            version = list.path("metadata").path("resourceVersion").asLong();
            channel.tell(Item.mark(What.SNAPSHOT, 0));
            for (JsonNode item : list.path("items")) {
                JsonNode metadata = item.path("metadata");
                String namespace = metadata.path("namespace").asText();
                String name = metadata.path("name").asText();
                channel.tell(new Item(
                        What.ADDED,
                        namespace.isEmpty() ? name : namespace + "/" + name,
                        metadata.path("uid").asText(),
                        metadata.path("resourceVersion").asLong()));
            }
            channel.tell(Item.mark(What.SYNCED, version));
            place = Place.KNOWN;
        } catch (IOException malformed) {
            throw new UncheckedIOException("not a list: " + body, malformed);
        }
    }

    @Override
    public Opening stream() {
        String from = switch (place) {
            case KNOWN -> "resourceVersion=" + version;
            case NOWHERE -> "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
        };
        return new Opening(path + "watch=true&allowWatchBookmarks=true&timeoutSeconds=60&" + from, Map.of());
    }

    @Override
    public void opened() {
        channel.tell(
                switch (place) {
                    case KNOWN -> Item.mark(What.RESUMED, version);
                    case NOWHERE -> Item.mark(What.SNAPSHOT, 0);
                });
    }

    @Override
    public Next line(byte[] line) {
        Event event = Event.parse(line);
        tally.event();
        switch (event.type()) {
            case "ADDED", "MODIFIED", "DELETED" -> {
                channel.tell(new Item(What.valueOf(event.type()), event.key(), event.uid(), event.version()));
                // Nothing of the initial events is a place to go on from until all have come.
                version = event.version();
            }
            case "BOOKMARK" -> {
                channel.tell(Item.mark(
                        event.mark() == Event.Mark.INITIAL_EVENTS_END ? What.SYNCED : What.BOOKMARK, event.version()));
                version = event.version();
                place = Place.KNOWN;
            }
            case "ERROR" -> {
                tally.expired();
                forget();
                return Next.LEAVE;
            }
            default -> throw new IllegalStateException("an event of type " + event.type());
        }
        return Next.GO_ON;
    }

    @Override
    public void forget() {
        place = Place.NOWHERE;
    }
}
