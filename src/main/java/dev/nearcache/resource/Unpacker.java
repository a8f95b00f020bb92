package dev.nearcache.resource;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictDecompress;
import java.util.Arrays;

/** A native decompressor, and a buffer for texts that are only looked at. One thread at a time. */
final class Unpacker {
    private static final int RETAINED = 256 * 1024;

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();
    private byte[] buffer = new byte[0];

    Unpacker() {
        context.setMagicless(true);
    }

    /** A text of this length. */
    byte[] unpack(ZstdDictDecompress dictionary, byte[] packed, int length) {
        byte[] text = new byte[length];
        unpack(dictionary, packed, text, length);
        return text;
    }

    private void unpack(ZstdDictDecompress dictionary, byte[] packed, byte[] text, int length) {
        int size;
        context.loadDict(dictionary);
        try {
            size = context.decompressByteArray(text, 0, length, packed, 0, packed.length);
        } finally {
            // It could not be freed while an idle context refers to it.
            context.loadDict((ZstdDictDecompress) null);
        }
        if (size != length) {
            throw new IllegalStateException("a stored object has " + size + " bytes instead of " + length);
        }
    }

    /** Whether a packed text is this one; without an array for it. */
    boolean isText(ZstdDictDecompress dictionary, byte[] packed, byte[] text, int length) {
        if (buffer.length < length) {
            buffer = new byte[Math.max(length, Math.min(RETAINED, 2 * length))];
        }
        unpack(dictionary, packed, buffer, length);
        boolean same = Arrays.equals(buffer, 0, length, text, 0, length);
        if (buffer.length > RETAINED) {
            buffer = new byte[0];
        }
        return same;
    }

    void close() {
        context.close();
    }
}
