package dev.nearcache.management;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Whether what is held of a type is fresh enough to be served.
 *
 * @param longest how old it may be while it is not live
 */
record FreshCheck(CachedResource resource, Duration longest) implements Check {
    @Override
    public String name() {
        return resource.name() + "-freshness";
    }

    @Override
    public Future<Verdict> verdict() {
        ResourceStatus status = resource.status();
        boolean fresh = status.live() || status.age().compareTo(longest) <= 0;
        return Future.succeededFuture(
                fresh
                        ? Verdict.PASSED
                        : Verdict.failed(lastProof(status) + ", more than " + longest.toSeconds() + "s"));
    }

    private static String lastProof(ResourceStatus status) {
        OptionalLong age = status.ageSeconds();
        return age.isPresent()
                ? "last proof of life " + age.getAsLong() + "s ago"
                : "no proof of life since the start " + status.age().toSeconds() + "s ago";
    }
}
