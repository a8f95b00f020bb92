package dev.nearcache.resource;

/**
 * An object's JSON as it is kept: compact, without top-level {@code kind} and {@code apiVersion}, perhaps compressed.
 *
 * <p>Immutable, safe on any thread. A body knows how it was encoded, so bodies of several codecs or dictionaries live
 * side by side.
 */
public interface StoredBody {
    /** The canonical JSON text as UTF-8, in an array of the caller's own. */
    byte[] json();

    /** Whether the canonical JSON is the text at the beginning of an array. Allocates nothing. */
    boolean isText(byte[] text, int length);

    /** Bytes of the canonical JSON. */
    int jsonLength();

    /** Bytes that the stored form takes. */
    int storedLength();
}
