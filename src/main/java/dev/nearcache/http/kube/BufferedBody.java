package dev.nearcache.http.kube;

import io.vertx.core.buffer.Buffer;

/** A body that is there already, and may be shared, written in pieces. Confined to one event loop. */
final class BufferedBody implements StreamPump.Filler {
    private static final int PIECE = 64 << 10;

    private final Buffer body;
    private int written;

    BufferedBody(Buffer body) {
        this.body = body;
    }

    @Override
    public StreamPump.Progress fill(Buffer out) {
        int end = Math.min(body.length(), written + PIECE);
        out.appendBuffer(body, written, end - written);
        written = end;
        return written == body.length() ? StreamPump.Progress.DONE : StreamPump.Progress.MORE;
    }
}
