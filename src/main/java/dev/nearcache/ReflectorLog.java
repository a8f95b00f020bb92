package dev.nearcache;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Writes what a reflector does to the log: one line a list, one a failure, and one when failures are over. */
final class ReflectorLog implements ReflectorObserver {
    private static final Logger LOG = LoggerFactory.getLogger(ReflectorLog.class);

    private final String resource;

    /** Failures that were waited after since a watch was last open. */
    private int failures;

    /** The log of one reflector, under the name of its type, with its namespace if it has one. */
    ReflectorLog(String resource) {
        this.resource = resource;
    }

    @Override
    public void listing() {
        LOG.atDebug().addKeyValue("resource", resource).log("listing");
    }

    @Override
    public void listed(int items, ResourceVersion version) {
        LOG.atInfo()
                .addKeyValue("resource", resource)
                .addKeyValue("objects", items)
                .addKeyValue("resourceVersion", version)
                .log("listed");
    }

    @Override
    public void watchRequested() {}

    @Override
    public void watchOpened() {
        if (failures > 0) {
            LOG.atInfo()
                    .addKeyValue("resource", resource)
                    .addKeyValue("failures", failures)
                    .log("watching again");
            failures = 0;
        } else {
            LOG.atDebug().addKeyValue("resource", resource).log("watching");
        }
    }

    @Override
    public void watchEnded() {
        LOG.atDebug().addKeyValue("resource", resource).log("watch ended");
    }

    @Override
    public void failed(Failure failure) {
        if (!failure.delay().isZero()) {
            failures++;
        }
        LOG.atLevel(failure.delay().isZero() ? Level.INFO : levelOf(failure.reason()))
                .addKeyValue("resource", resource)
                .addKeyValue("stage", failure.stage())
                .addKeyValue("reason", failure.reason())
                .addKeyValue("retryIn", failure.delay().toMillis() + "ms")
                .log(failure.message());
    }

    @Override
    public void skipped(String description) {
        LOG.atWarn().addKeyValue("resource", resource).log("skipped an event: {}", description);
    }

    /** A lost history is ordinary: servers compact it every few minutes. */
    private static Level levelOf(Reason reason) {
        return switch (reason) {
            case EXPIRED, GONE, TOO_LARGE_VERSION -> Level.INFO;
            case TOO_MANY_REQUESTS,
                    CONNECTION_REFUSED,
                    UNAUTHORIZED,
                    FORBIDDEN,
                    NOT_FOUND,
                    INTERNAL,
                    REJECTED,
                    UNREACHABLE,
                    BAD_ANSWER,
                    VERY_SHORT_WATCH -> Level.WARN;
        };
    }
}
