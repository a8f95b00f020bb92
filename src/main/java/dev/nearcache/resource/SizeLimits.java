package dev.nearcache.resource;

import java.util.Optional;

/**
 * How much of one type may be held, over all its namespaces.
 *
 * @param maxObjects the most objects; 0 for any number
 * @param maxBytes the most bytes of their JSON, as it is kept and before it is compressed; 0 for any number
 */
public record SizeLimits(long maxObjects, long maxBytes) {
    /** Anything goes. */
    public static final SizeLimits NONE = new SizeLimits(0, 0);

    public SizeLimits {
        if (maxObjects < 0 || maxBytes < 0) {
            throw new IllegalArgumentException(
                    "limits are 0 or more, not " + maxObjects + " objects and " + maxBytes + " bytes");
        }
    }

    /** What is too much of this, for people, with the limit's name and value; empty if it fits. */
    public Optional<String> exceededBy(long objects, long bytes) {
        if (maxObjects > 0 && objects > maxObjects) {
            return Optional.of("more than " + maxObjects + " objects, as limited by maxObjects: " + maxObjects);
        }
        if (maxBytes > 0 && bytes > maxBytes) {
            return Optional.of("more than " + maxBytes + " bytes of JSON, as limited by maxBytes: " + maxBytes);
        }
        return Optional.empty();
    }
}
