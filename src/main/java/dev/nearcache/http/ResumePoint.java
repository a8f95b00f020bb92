package dev.nearcache.http;

import dev.nearcache.resource.ResourceVersion;
import java.util.function.Function;
import java.util.function.Supplier;

/** Where one type begins on a stream of server-sent events. */
sealed interface ResumePoint {
    /** Calls the case that this is. */
    <R> R match(Supplier<R> fresh, Function<ResourceVersion, R> after, Function<String, R> unknown);

    /** The client is new: it gets a snapshot. */
    record Fresh() implements ResumePoint {
        @Override
        public <R> R match(Supplier<R> fresh, Function<ResourceVersion, R> after, Function<String, R> unknown) {
            return fresh.get();
        }
    }

    /** The client has everything up to a version. */
    record After(ResourceVersion version) implements ResumePoint {
        @Override
        public <R> R match(Supplier<R> fresh, Function<ResourceVersion, R> after, Function<String, R> unknown) {
            return after.apply(version);
        }
    }

    /** The client has something, but nobody knows what: it is told to forget it. */
    record Unknown(String why) implements ResumePoint {
        @Override
        public <R> R match(Supplier<R> fresh, Function<ResourceVersion, R> after, Function<String, R> unknown) {
            return unknown.apply(why);
        }
    }
}
