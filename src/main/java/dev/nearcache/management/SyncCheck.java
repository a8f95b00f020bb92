package dev.nearcache.management;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import io.vertx.core.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whether a type has had its objects. Once it has, this never fails again, not even if the type goes: the API server's
 * troubles, or a definition that somebody removed, are no reason to take the pod out of service.
 */
final class SyncCheck implements Check {
    private final CachedResource resource;
    private final AtomicBoolean passed = new AtomicBoolean();

    private SyncCheck(CachedResource resource) {
        this.resource = resource;
    }

    /** A check that looks at each change, so that it does not depend on how often it is asked. */
    static SyncCheck of(CachedResource resource) {
        SyncCheck check = new SyncCheck(resource);
        resource.store().onChange(check::look);
        return check;
    }

    @Override
    public String name() {
        return resource.name().toString();
    }

    @Override
    public Future<Verdict> verdict() {
        look();
        ResourceStatus status = resource.status();
        return Future.succeededFuture(
                passed.get()
                        ? isWell(status) ? Verdict.passed(freshness(status)) : Verdict.tolerated(freshness(status))
                        : Verdict.failed(reason(status)));
    }

    private static boolean isWell(ResourceStatus status) {
        return status.live() || status.state() == ResourceStatus.State.POLLING;
    }

    private void look() {
        if (resource.store().state().synced()) {
            passed.set(true);
        }
    }

    private static String freshness(ResourceStatus status) {
        String since = status.since().map(moment -> " since " + moment).orElse("");
        String waits = status.waitsFor().isEmpty() ? "" : ", waits for " + status.waitsFor();
        String error = status.live() || status.message().isEmpty() ? "" : ": " + status.message();
        return (status.live() ? "live" : status.state().text()) + since + waits + error;
    }

    private static String reason(ResourceStatus status) {
        return status.message().isEmpty()
                ? status.state().text()
                : status.state().text() + ": " + status.message();
    }
}
