package dev.nearcache.soak;

import dev.nearcache.soak.Item.What;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Server-sent events of one type or several, resumed by the last id. Confined to the client's thread. */
final class EventDialect implements Dialect {
    private final String uri;
    private final Map<SoakType, Channel> channels = new EnumMap<>(SoakType.class);
    private final StreamTally tally;
    private String id = "";
    private String pendingId = "";
    private String name = "";
    private byte[] data = {};

    EventDialect(String uri, List<Channel> channels, StreamTally tally) {
        this.uri = uri;
        channels.forEach(channel -> this.channels.put(channel.type(), channel));
        this.tally = tally;
    }

    @Override
    public Optional<String> list() {
        return Optional.empty();
    }

    @Override
    public void listed(Buffer body) {
        throw new IllegalStateException("an event stream needs no list");
    }

    @Override
    public Opening stream() {
        return new Opening(
                uri,
                id.isEmpty()
                        ? Map.of("Accept", "text/event-stream")
                        : Map.of("Accept", "text/event-stream", "Last-Event-ID", id));
    }

    @Override
    public void opened() {
        pendingId = id;
        name = "";
        data = new byte[0];
        Map<SoakType, Long> versions = versions(id);
        channels.forEach((type, channel) -> {
            Long version = versions.get(type);
            channel.tell(version == null ? Item.mark(What.SNAPSHOT, 0) : Item.mark(What.RESUMED, version));
        });
    }

    @Override
    public Next line(byte[] line) {
        if (line.length == 0) {
            return dispatch();
        }
        if (startsWith(line, "data: ")) {
            data = java.util.Arrays.copyOfRange(line, 6, line.length);
        } else if (startsWith(line, "event: ")) {
            name = new String(line, 7, line.length - 7, StandardCharsets.UTF_8);
        } else if (startsWith(line, "id:")) {
            pendingId = new String(line, 3, line.length - 3, StandardCharsets.UTF_8).strip();
        }
        return Next.GO_ON;
    }

    @Override
    public void forget() {
        id = "";
    }

    private Next dispatch() {
        id = pendingId;
        if (data.length == 0) {
            return Next.GO_ON;
        }
        Event event = Event.parse(data);
        data = new byte[0];
        Channel channel = channels.get(SoakType.of(event.resource()));
        if (channel == null) {
            throw new IllegalStateException("an event of " + event.resource() + ", which was not asked for");
        }
        return take(event, channel);
    }

    private Next take(Event event, Channel channel) {
        tally.event();
        switch (name) {
            case "ADDED", "MODIFIED", "DELETED" ->
                channel.tell(new Item(What.valueOf(name), event.key(), event.uid(), event.version()));
            case "BOOKMARK" -> channel.tell(Item.mark(What.BOOKMARK, event.version()));
            case "SYNCED" -> channel.tell(Item.mark(What.SYNCED, event.version()));
            case "RESET" -> {
                tally.reset();
                channel.tell(Item.mark(What.SNAPSHOT, 0));
            }
            case "ERROR" -> {
                tally.expired();
                forget();
                return Next.LEAVE;
            }
            default -> throw new IllegalStateException("an event named " + name);
        }
        return Next.GO_ON;
    }

    private Map<SoakType, Long> versions(String text) {
        Map<SoakType, Long> versions = new EnumMap<>(SoakType.class);
        if (text.isEmpty()) {
            return versions;
        }
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            SoakType type = equals < 0 ? channels.keySet().iterator().next() : SoakType.of(part.substring(0, equals));
            versions.put(type, Long.parseLong(part.substring(equals + 1)));
        }
        return versions;
    }

    private static boolean startsWith(byte[] line, String prefix) {
        if (line.length < prefix.length()) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (line[i] != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
