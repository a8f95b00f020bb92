package dev.nearcache.http.kube;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Change;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The texts of changes, made once and shared by all watchers who see the same change the same way; and runs of changes
 * as they are written, for all who stand at the same place. What is dropped can be made again. Safe on any thread.
 */
public final class Frames {
    /** A sixteenth of the heap, but no more than this. */
    private static final long MOST_BYTES = 16 << 20;

    private static final int SHARE = 16;

    /** What an entry costs beside its text. */
    private static final int OVERHEAD = 200;

    /** Who keeps up takes a change at once; for a few who do not, it is made again. */
    private static final Duration KEPT = Duration.ofSeconds(3);

    /** A run that has reached this length is one piece. */
    private static final int PIECE = 32 << 10;

    /** The frame of a server-sent event's data, among the names of {@link Text#sharedAs}. */
    private static final String DATA = "data";

    private record Key(ResourceType type, String text, Change change) {}

    private record RunKey(ResourceType type, String form, List<Change> changes) {}

    private final Cache<Key, byte[]> texts;
    private final Cache<RunKey, Run> runs;

    /** How one change is written among others. */
    public interface Form {
        /** A name: two forms of one type that have it write the same. */
        String name();

        /** Writes a change. */
        void append(Change change, Buffer out);
    }

    /**
     * Changes as they are written.
     *
     * @param bytes to be read only
     * @param count of changes
     */
    public record Run(Buffer bytes, int count) {}

    /** @param ticker nanoseconds on a clock that only goes forward */
    public Frames(LongSupplier ticker) {
        long most = Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / SHARE);
        this.texts = Caffeine.newBuilder()
                .maximumWeight(most / 2)
                .weigher((Key key, byte[] text) -> text.length + OVERHEAD)
                .expireAfterWrite(KEPT)
                .ticker(ticker::getAsLong)
                .build();
        this.runs = Caffeine.newBuilder()
                .maximumWeight(most / 2)
                .weigher((RunKey key, Run run) -> run.bytes().length() + run.count() * OVERHEAD)
                .expireAfterWrite(KEPT)
                .ticker(ticker::getAsLong)
                .build();
    }

    /** The first of some changes, at least one, as one piece to be written: shared by all who are to be sent the same. */
    public Run run(ResourceType type, Form form, List<Change> changes) {
        return runs.get(new RunKey(type, form.name(), changes), key -> makeRun(form, changes));
    }

    private static Run makeRun(Form form, List<Change> changes) {
        Buffer out = Buffer.buffer();
        int count = 0;
        while (count < changes.size() && out.length() < PIECE) {
            form.append(changes.get(count++), out);
        }
        return new Run(out, count);
    }

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
