package dev.nearcache.http.kube;

import dev.nearcache.query.ListResult;
import dev.nearcache.resource.KubeObject;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** A list, written an object at a time from what is stored. */
final class ListBody implements StreamPump.Filler {
    private static final int PIECE = 32 << 10;

    /** What is read for one piece, some milliseconds of it: little may be written of it, as cells alone, or compressed. */
    private static final int READ = 128 << 10;

    private static final byte[] COMMA = {','};

    private final ListResult page;
    private final Text text;
    private final BodyFilter filter;
    private final Iterator<KubeObject> rest;
    private long written;

    ListBody(ListResult page, Text text, BodyFilter filter) {
        this.page = page;
        this.text = text;
        this.filter = filter;
        this.rest = text.ordered(page.objects()).iterator();
    }

    @Override
    public StreamPump.Progress fill(Buffer out) {
        if (page.objects().isEmpty()) {
            filter.write(utf8(text.emptyList(metadata())), out);
            filter.finish(out);
            return StreamPump.Progress.DONE;
        }
        if (written == 0) {
            filter.write(utf8(text.listHead(metadata())), out);
        }
        int read = 0;
        while (out.length() < PIECE && read < READ) {
            if (!rest.hasNext()) {
                filter.write(utf8(text.listTail(metadata())), out);
                filter.finish(out);
                return StreamPump.Progress.DONE;
            }
            if (written++ > 0) {
                filter.write(COMMA, out);
            }
            KubeObject object = rest.next();
            read += object.body().jsonLength();
            filter.write(text.item(object), out);
        }
        return StreamPump.Progress.MORE;
    }

    /** All of it in one buffer, for a list that is known to be small. */
    Buffer whole() {
        Buffer whole = Buffer.buffer();
        StreamPump.Progress progress;
        do {
            // Each piece has a buffer of its own: into one that is full, fill writes nothing.
            Buffer piece = Buffer.buffer();
            progress = fill(piece);
            whole.appendBuffer(piece);
        } while (progress != StreamPump.Progress.DONE);
        return whole;
    }

    /** The list's metadata: custom types always have a continue token, if only an empty one, and sort their fields. */
    private String metadata() {
        String version = "\"resourceVersion\":\"" + page.version() + "\"";
        String token = page.next()
                .map(next -> "\"continue\":\"" + next.encode() + "\"")
                .orElse(text.hasCustomLists() ? "\"continue\":\"\"" : "");
        String remaining = page.remaining().isPresent()
                ? "\"remainingItemCount\":" + page.remaining().getAsLong()
                : "";
        return text.hasCustomLists() ? join(token, remaining, version) : join(version, token, remaining);
    }

    private static String join(String... fields) {
        StringBuilder joined = new StringBuilder();
        for (String field : fields) {
            joined.append(joined.isEmpty() || field.isEmpty() ? "" : ",").append(field);
        }
        return joined.toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
