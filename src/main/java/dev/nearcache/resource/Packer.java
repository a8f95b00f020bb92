package dev.nearcache.resource;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import java.util.Arrays;

/** A native compressor, and the buffer that it writes to. One thread at a time. */
final class Packer {
    /** A buffer that one huge object made larger than this is given up afterwards. */
    private static final int RETAINED = 256 * 1024;

    private static final int INITIAL = 16 * 1024;

    private final ZstdCompressCtx context = new ZstdCompressCtx();
    private byte[] buffer = new byte[INITIAL];

    /** Frames without what we know anyway: that they are zstd's, of which size, and with which dictionary. */
    Packer() {
        context.setMagicless(true).setContentSize(false).setDictID(false).setChecksum(false);
    }

    /** A range of a text, packed; more than {@code most} bytes of it are of no use, and may be left out. */
    byte[] pack(ZstdDictCompress dictionary, byte[] text, int offset, int length, int most) {
        // zstd is faster where it knows that the outcome fits.
        int room = length + (length >> 7) + 512;
        if (buffer.length < room) {
            buffer = new byte[room];
        }
        int size;
        context.loadDict(dictionary);
        try {
            size = context.compressByteArray(buffer, 0, buffer.length, text, offset, length);
        } finally {
            // It could not be freed while an idle context refers to it.
            context.loadDict((ZstdDictCompress) null);
        }
        byte[] packed = Arrays.copyOf(buffer, Math.min(size, most));
        if (buffer.length > RETAINED) {
            buffer = new byte[INITIAL];
        }
        return packed;
    }

    void close() {
        context.close();
    }
}
