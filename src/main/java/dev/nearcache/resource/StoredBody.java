package dev.nearcache.resource;

import java.util.Arrays;

/**
 * An object's JSON as it is kept: compact, without top-level {@code kind} and {@code apiVersion}, perhaps compressed.
 *
 * <p>Immutable, safe on any thread. A body knows how it was encoded, so bodies of several codecs or dictionaries live
 * side by side.
 */
public interface StoredBody {
    /** The canonical JSON text as UTF-8, in an array of the caller's own. */
    byte[] json();

    /** Whether the canonical JSON is the text at the beginning of an array. */
    default boolean isText(byte[] text, int length) {
        return jsonLength() == length && Arrays.equals(json(), 0, length, text, 0, length);
    }

    /** Bytes of the canonical JSON. */
    int jsonLength();

    /** Bytes that the stored form takes. */
    int storedLength();
}
