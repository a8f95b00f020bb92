package dev.nearcache.query;

import dev.nearcache.resource.ResourceVersion;

/**
 * A list to make.
 *
 * @param selection which objects
 * @param limit the most that one page may hold; 0 for no limit
 * @param pin at which version
 */
public record ListQuery(Selection selection, long limit, Pin pin) {
    /** Which version is listed (kubernetes-api.md 1.3). */
    public sealed interface Pin {}

    /** What the cache holds, once it has reached this version. */
    public record NotOlderThan(ResourceVersion version) implements Pin {}

    /** Exactly this version. */
    public record Exactly(ResourceVersion version) implements Pin {}

    /** The page that a token names. */
    public record Following(ContinueToken token) implements Pin {}

    /** Everything that the cache holds now. */
    public static ListQuery all(Selection selection) {
        return new ListQuery(selection, 0, new NotOlderThan(ResourceVersion.NONE));
    }
}
