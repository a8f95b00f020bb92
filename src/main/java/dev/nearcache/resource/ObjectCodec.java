package dev.nearcache.resource;

import java.util.Arrays;

/**
 * Turns the canonical JSON of one type's objects into its stored form. Confined to the thread of those objects' mirror;
 * the bodies that it makes may be read on any.
 *
 * <p>A codec may learn from what it sees, so that later bodies become smaller than earlier ones. {@link #generation} says
 * that it has; then whoever holds bodies may bring them into the present form by {@link #renewed}.
 */
@FunctionalInterface
public interface ObjectCodec {
    /** Encodes a range of a buffer, which the caller may use again afterwards. */
    StoredBody encode(byte[] buffer, int offset, int length);

    /** How often the codec has learned something new. */
    default int generation() {
        return 0;
    }

    /** A body in the form that it would be given now; the very same body if it has that form. */
    default StoredBody renewed(StoredBody body) {
        return body;
    }

    /** Looks at what is held now, all of it in the present form, in case there is something to be learned from it. */
    default void review(HeldBodies held) {}

    /** What the codec has come to. Safe on any thread. */
    default Learning learning() {
        return Learning.NONE;
    }

    /**
     * What a codec has learned.
     *
     * @param dictionaries in memory: the present one, and older ones that bodies still need
     * @param bytes that these take, about
     * @param trainings finished so far
     */
    record Learning(int dictionaries, long bytes, long trainings) {
        /** Nothing, ever. */
        public static final Learning NONE = new Learning(0, 0, 0);
    }

    /** The codec that keeps the text as it is: for platforms without a native compressor, and for tests. */
    static ObjectCodec none() {
        return (buffer, offset, length) -> new PlainBody(Arrays.copyOfRange(buffer, offset, offset + length));
    }
}
