package dev.nearcache.management;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import io.vertx.core.Future;
import java.time.Duration;

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
                        : Verdict.failed("last proof of life "
                                + status.ageSeconds().orElse(0) + "s ago, more than " + longest.toSeconds() + "s"));
    }
}
