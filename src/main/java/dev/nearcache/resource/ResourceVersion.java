package dev.nearcache.resource;

import java.util.Optional;

/**
 * A version of a collection or object, as the API server issued it; we mint none.
 *
 * <p>Versions of one type are numbers that may be compared (KEP-5504); those of two types must never be. Held as an
 * unsigned 64-bit number, as kube-apiserver itself reads them (kubernetes-api.md 1.1).
 *
 * @param value the unsigned number; 0 is {@link #NONE}
 */
public record ResourceVersion(long value) implements Comparable<ResourceVersion> {
    /** No version: what {@code ""} and {@code "0"} mean in a request. */
    public static final ResourceVersion NONE = new ResourceVersion(0);

    /** The greatest unsigned number, without its last digit, and that digit. */
    private static final long MOST_TENTHS = Long.divideUnsigned(-1, 10);

    private static final int MOST_LAST_DIGIT = 5;

    /**
     * The number that {@link #parse} would read, without making anything.
     *
     * @return 0 if it is no version
     */
    static long number(CharSequence text) {
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            boolean overflows =
                    Long.compareUnsigned(number, MOST_TENTHS) > 0 || (number == MOST_TENTHS && digit > MOST_LAST_DIGIT);
            if (digit < 0 || digit > 9 || overflows) {
                return 0;
            }
            number = 10 * number + digit;
        }
        return number;
    }

    /** Reads a decimal number, leading zeros allowed; empty when it is anything else, the empty text included. */
    public static Optional<ResourceVersion> parse(String text) {
        if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ResourceVersion(Long.parseUnsignedLong(text)));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }

    /** A version from a number that is known to be one. */
    public static ResourceVersion of(long value) {
        return new ResourceVersion(value);
    }

    /** Whether this is {@link #NONE}. */
    public boolean isNone() {
        return value == 0;
    }

    /** Whether this version comes before another of the same type. */
    public boolean isBefore(ResourceVersion other) {
        return compareTo(other) < 0;
    }

    /** The later of the two. */
    public ResourceVersion max(ResourceVersion other) {
        return isBefore(other) ? other : this;
    }

    @Override
    public int compareTo(ResourceVersion other) {
        return Long.compareUnsigned(value, other.value);
    }

    /** The text that the API carries; of {@link #NONE}, {@code "0"}. */
    @Override
    public String toString() {
        return Long.toUnsignedString(value);
    }
}
