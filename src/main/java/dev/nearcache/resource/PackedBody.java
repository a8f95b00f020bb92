package dev.nearcache.resource;

/** A body that is kept compressed. */
final class PackedBody implements StoredBody {
    private final byte[] packed;
    private final int length;
    private final Dictionary dictionary;

    PackedBody(byte[] packed, int length, Dictionary dictionary) {
        this.packed = packed;
        this.length = length;
        this.dictionary = dictionary;
    }

    @Override
    public byte[] json() {
        return dictionary.unpack(packed, length);
    }

    @Override
    public boolean isText(byte[] text, int textLength) {
        return length == textLength && dictionary.isText(packed, text, length);
    }

    @Override
    public int jsonLength() {
        return length;
    }

    @Override
    public int storedLength() {
        return packed.length;
    }

    /** Whether it needs this dictionary. */
    boolean isOf(Dictionary other) {
        return dictionary == other;
    }
}
