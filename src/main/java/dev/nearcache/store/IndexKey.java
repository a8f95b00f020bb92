package dev.nearcache.store;

import dev.nearcache.resource.ObjectKey;

/**
 * The key of an index entry: an indexed value, then the object that has it. All objects with a value are one range of
 * the index, and those of one namespace a range within it, in the order in which objects are listed.
 */
public record IndexKey(String value, ObjectKey object) implements Comparable<IndexKey> {
    /** The start of the range of a value. */
    public static IndexKey firstOf(String value) {
        return new IndexKey(value, ObjectKey.firstIn(""));
    }

    /** The end, exclusive, of the range of a value: no text lies between a text and itself with U+0000 behind it. */
    public static IndexKey afterLastOf(String value) {
        return firstOf(value + '\0');
    }

    @Override
    public int compareTo(IndexKey other) {
        int compared = value.compareTo(other.value);
        return compared == 0 ? object.compareTo(other.object) : compared;
    }
}
