package dev.nearcache.http.kube;

import io.vertx.core.buffer.Buffer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Compresses what another filter makes, fast rather than small (kubernetes-api.md 2.5). */
final class GzipFilter implements BodyFilter {
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, Deflater.DEFLATED, 0, 0, 0, 0, 0, 0, 0};
    private static final int BLOCK = 8192;

    private final BodyFilter inner;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    private final CRC32 checksum = new CRC32();
    private final byte[] block = new byte[BLOCK];
    private boolean started;

    GzipFilter(BodyFilter inner) {
        this.inner = inner;
    }

    @Override
    public void write(byte[] json, Buffer out) {
        Buffer plain = Buffer.buffer(json.length);
        inner.write(json, plain);
        compress(plain, out);
    }

    @Override
    public void finish(Buffer out) {
        Buffer plain = Buffer.buffer();
        inner.finish(plain);
        compress(plain, out);
        deflater.finish();
        drain(out);
        out.appendIntLE((int) checksum.getValue()).appendIntLE((int) deflater.getBytesRead());
        close();
    }

    /**
     * Writes all that was taken, on a border of bytes. Go's reader gives nothing of a member's last block before it has read
     * the beginning of the next member, so whoever waits for this must not find it in the last block.
     */
    void flush(Buffer out) {
        int length;
        do {
            length = deflater.deflate(block, 0, BLOCK, Deflater.SYNC_FLUSH);
            out.appendBytes(block, 0, length);
        } while (length == BLOCK);
    }

    /** The compressor holds memory outside the heap. */
    @Override
    public void close() {
        inner.close();
        deflater.end();
    }

    private void compress(Buffer plain, Buffer out) {
        if (!started) {
            out.appendBytes(HEADER);
            started = true;
        }
        byte[] bytes = plain.getBytes();
        checksum.update(bytes);
        deflater.setInput(bytes);
        while (!deflater.needsInput()) {
            out.appendBytes(block, 0, deflater.deflate(block));
        }
    }

    private void drain(Buffer out) {
        while (!deflater.finished()) {
            out.appendBytes(block, 0, deflater.deflate(block));
        }
    }
}
