package dev.nearcache.query;

import dev.nearcache.resource.ResourceVersion;
import java.util.function.Function;

/**
 * A list to make.
 *
 * @param selection which objects
 * @param limit the most that one page may hold; 0 for no limit
 * @param pin at which version
 */
public record ListQuery(Selection selection, long limit, Pin pin) {
    /** Which version is listed (kubernetes-api.md 1.3). */
    public sealed interface Pin {
        /** Calls the case that this pin is. */
        <R> R match(
                Function<NotOlderThan, R> notOlderThan, Function<Exactly, R> exactly, Function<Following, R> following);
    }

    /** What the cache holds, once it has reached this version. */
    public record NotOlderThan(ResourceVersion version) implements Pin {
        @Override
        public <R> R match(
                Function<NotOlderThan, R> notOlderThan,
                Function<Exactly, R> exactly,
                Function<Following, R> following) {
            return notOlderThan.apply(this);
        }
    }

    /** Exactly this version. */
    public record Exactly(ResourceVersion version) implements Pin {
        @Override
        public <R> R match(
                Function<NotOlderThan, R> notOlderThan,
                Function<Exactly, R> exactly,
                Function<Following, R> following) {
            return exactly.apply(this);
        }
    }

    /** The page that a token names. */
    public record Following(ContinueToken token) implements Pin {
        @Override
        public <R> R match(
                Function<NotOlderThan, R> notOlderThan,
                Function<Exactly, R> exactly,
                Function<Following, R> following) {
            return following.apply(this);
        }
    }

    /** Everything that the cache holds now. */
    public static ListQuery all(Selection selection) {
        return new ListQuery(selection, 0, new NotOlderThan(ResourceVersion.NONE));
    }
}
