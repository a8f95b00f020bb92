package dev.nearcache.simulator;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** One body compressed. */
final class Gzip implements Coding {
    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
    private final GZIPOutputStream packing;

    Gzip() {
        try {
            packing = new GZIPOutputStream(packed);
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
    }

    @Override
    public Buffer code(Buffer piece) {
        try {
            packing.write(piece.getBytes());
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return taken();
    }

    @Override
    public Buffer last(Buffer piece) {
        Buffer before = code(piece);
        try {
            packing.close();
        } catch (IOException inMemory) {
            throw new UncheckedIOException(inMemory);
        }
        return before.appendBuffer(taken());
    }

    private Buffer taken() {
        Buffer taken = Buffer.buffer(packed.toByteArray());
        packed.reset();
        return taken;
    }
}
