package dev.nearcache.management;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import io.vertx.core.Future;

/** Whether a type has its objects. Once it has, it keeps them: this never fails again. */
record SyncCheck(CachedResource resource) implements Check {
    @Override
    public String name() {
        return resource.name().toString();
    }

    @Override
    public Future<Verdict> verdict() {
        return Future.succeededFuture(
                resource.store().state().synced() ? Verdict.PASSED : Verdict.failed(reason(resource.status())));
    }

    private static String reason(ResourceStatus status) {
        return status.message().isEmpty()
                ? status.state().text()
                : status.state().text() + ": " + status.message();
    }
}
