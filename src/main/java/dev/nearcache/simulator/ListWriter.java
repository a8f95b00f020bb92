package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.buffer.Buffer;

/** Streams a page, so that a list of any size needs one chunk of memory. */
final class ListWriter {
    private static final int CHUNK = 64 * 1024;

    private final SimType type;
    private final Page page;
    private final Coding coding;
    private final Output output;
    private final Timers timers;
    private int at;

    ListWriter(SimType type, Page page, Coding coding, Output output, Timers timers) {
        this.type = type;
        this.page = page;
        this.coding = coding;
        this.output = output;
        this.timers = timers;
    }

    void run() {
        Buffer head = Buffer.buffer(type.custom() ? customHead() : builtInHead());
        objects(head);
    }

    private void objects(Buffer chunk) {
        while (at < page.objects().size() && chunk.length() < CHUNK) {
            if (at > 0) {
                chunk.appendByte((byte) ',');
            }
            append(chunk, page.objects().get(at++));
        }
        if (at == page.objects().size()) {
            output.write(coding.last(chunk.appendString(type.custom() ? customTail() : "]}\n")));
            output.end();
            return;
        }
        output.write(coding.code(chunk));
        if (output.closed()) {
            return;
        }
        if (output.full()) {
            output.whenRoom(() -> objects(Buffer.buffer(CHUNK)));
        } else {
            timers.defer(() -> objects(Buffer.buffer(CHUNK)));
        }
    }

    private void append(Buffer chunk, SimObject object) {
        byte[] body = object.body().json();
        if (type.custom()) {
            chunk.appendString(type.objectHead()).appendBytes(body, 1, body.length - 1);
        } else {
            chunk.appendBytes(body);
        }
    }

    private String builtInHead() {
        return "{\"kind\":\"" + type.listKind() + "\",\"apiVersion\":\"" + type.apiVersion() + "\",\"metadata\":"
                + page.metadata() + ",\"items\":[";
    }

    private String customHead() {
        return "{\"apiVersion\":\"" + type.apiVersion() + "\",\"items\":[";
    }

    private String customTail() {
        return "],\"kind\":\"" + type.listKind() + "\",\"metadata\":" + page.customMetadata() + "}\n";
    }
}
