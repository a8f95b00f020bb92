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

    /** Reads a decimal number, leading zeros allowed; empty when it is anything else, the empty text included. */
    public static Optional<ResourceVersion> parse(String text) {
        if (text.isEmpty() || !Character.isDigit(text.charAt(0))) {
            return Optional.empty();
        }
        try {
            return Optional.of(new ResourceVersion(Long.parseUnsignedLong(text)));
        } catch (NumberFormatException notANumber) {
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
