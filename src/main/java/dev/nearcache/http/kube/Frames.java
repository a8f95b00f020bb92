package dev.nearcache.http.kube;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Change;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/**
 * The texts of changes, made once and shared by all watchers who see the same change the same way. What is dropped can
 * be made again. Safe on any thread.
 */
public final class Frames {
    private static final long MOST_BYTES = 16 << 20;
    /** What an entry costs beside its text. */
    private static final int OVERHEAD = 200;

    /** The frame of a server-sent event's data, among the names of {@link Text#sharedAs}. */
    private static final String DATA = "data";

    private record Key(ResourceType type, String text, Change change) {}

    private final Cache<Key, byte[]> texts = Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .weigher((Key key, byte[] text) -> text.length + OVERHEAD)
            .build();

    /** A change as a line of a Kubernetes watch, shared with those who see it in the same text. */
    byte[] line(ResourceType type, Text text, Change change) {
        return text.sharedAs()
                .map(name -> texts.get(new Key(type, name, change), key -> makeLine(text, change)))
                .orElseGet(() -> makeLine(text, change));
    }

    /** A change as the data of a server-sent event, shared. */
    public byte[] data(CachedResource resource, ResourceType type, Change change) {
        return texts.get(new Key(type, DATA, change), key -> makeData(resource, type, change));
    }

    /** The same line for one reader only: an object of a snapshot, which few will ask for at the same moment. */
    static byte[] makeLine(Text text, Change change) {
        return event("{\"type\":\"" + change.kind() + "\"", text.event(change), "}\n");
    }

    /** The same data for one reader only. */
    public static byte[] makeData(CachedResource resource, ResourceType type, Change change) {
        String head = "{\"type\":\"" + eventType(change) + "\"" + finality(change) + ",\"resource\":\""
                + resource.name() + "\"";
        return event(head, new TypeText(type).changed(change), "}");
    }

    /** The event type that a change has on the wire: a repeated object is shown as a modified one. */
    public static String eventType(Change change) {
        return switch (change.kind()) {
            case ADDED -> "ADDED";
            case MODIFIED, REPEATED -> "MODIFIED";
            case DELETED -> "DELETED";
        };
    }

    private static String finality(Change change) {
        return switch (change.finality()) {
            case KNOWN -> "";
            case UNKNOWN -> ",\"finalStateUnknown\":true";
        };
    }

    private static byte[] event(String head, byte[] object, String tail) {
        return Buffer.buffer(head.length() + object.length + 16)
                .appendBytes((head + ",\"object\":").getBytes(StandardCharsets.UTF_8))
                .appendBytes(object)
                .appendString(tail)
                .getBytes();
    }
}
