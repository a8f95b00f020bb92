package dev.nearcache.resource;

import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

/**
 * Texts that are expected, in the native form that packing and unpacking want it. Every packed body refers to its own, so
 * it lives as long as they do; its native memory is freed after the last of them. Safe on any thread.
 */
final class Dictionary {
    /** About what one takes natively beside its texts: the tables of the compressor and of the decompressor. */
    private static final int TABLES = 64 * 1024;

    private final Compression compression;
    private final ZstdDictCompress packing;
    private final ZstdDictDecompress unpacking;
    private final int size;
    private final Cleaner.Cleanable memory;

    /**
     * A dictionary of these texts, or of what zstd has trained.
     *
     * @param level of compression: zstd's
     * @param freed is called, on a thread of the cleaner, once its native memory is freed
     */
    Dictionary(Compression compression, byte[] content, int level, Runnable freed) {
        this.compression = compression;
        this.size = content.length;
        ZstdDictCompress compressor = new ZstdDictCompress(content, level);
        ZstdDictDecompress decompressor = new ZstdDictDecompress(content);
        this.packing = compressor;
        this.unpacking = decompressor;
        this.memory = compression.cleaner().register(this, () -> {
            compressor.close();
            decompressor.close();
            freed.run();
        });
    }

    /** A range of a text, packed; cut off behind {@code most} bytes. */
    byte[] pack(byte[] text, int offset, int length, int most) {
        Packer packer = compression.packers().take();
        try {
            return packer.pack(packing, text, offset, length, most);
        } finally {
            compression.packers().giveBack(packer);
            Reference.reachabilityFence(this);
        }
    }

    /** Unpacks a text of this length. */
    byte[] unpack(byte[] packed, int length) {
        Unpacker unpacker = compression.unpackers().take();
        try {
            return unpacker.unpack(unpacking, packed, length);
        } finally {
            compression.unpackers().giveBack(unpacker);
            Reference.reachabilityFence(this);
        }
    }

    /** Whether a packed text of this length is this one. */
    boolean isText(byte[] packed, byte[] text, int length) {
        Unpacker unpacker = compression.unpackers().take();
        try {
            return unpacker.isText(unpacking, packed, text, length);
        } finally {
            compression.unpackers().giveBack(unpacker);
            Reference.reachabilityFence(this);
        }
    }

    /** Frees the native memory at once: nothing was packed with it. */
    void discard() {
        memory.clean();
    }

    /** Bytes of memory that it takes. */
    int footprint() {
        return TABLES + 2 * size;
    }
}
