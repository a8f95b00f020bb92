package dev.nearcache.resource;

import java.util.Arrays;

/** Turns canonical JSON into its stored form. Implementations are safe on any thread. */
public interface ObjectCodec {
    /** Encodes a range of a buffer, which the caller may use again afterwards. */
    StoredBody encode(byte[] buffer, int offset, int length);

    /** The codec that keeps the text as it is: for platforms without a native compressor, and for tests. */
    static ObjectCodec none() {
        return (buffer, offset, length) -> new PlainBody(Arrays.copyOfRange(buffer, offset, offset + length));
    }
}
