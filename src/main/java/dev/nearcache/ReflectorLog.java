package dev.nearcache;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream.Ending;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Writes what a reflector does to the log: one line a list, one for failures of one kind in a row, again after ten minutes
 * of them, and one when they are over.
 */
final class ReflectorLog implements ReflectorObserver {
    private static final Logger LOG = LoggerFactory.getLogger(ReflectorLog.class);

    private static final Duration TELL_AGAIN = Duration.ofMinutes(10);

    private final String resource;
    private final InstantSource clock;

    /** Failures that were waited after since a watch was last open. */
    private int failures;

    /** What was told last, and when; of what is over, nothing. */
    private Optional<Reason> told = Optional.empty();

    private Instant toldAt = Instant.MIN;

    /** The log of one reflector, under the name of its type, with its namespace if it has one. */
    ReflectorLog(String resource, InstantSource clock) {
        this.resource = resource;
        this.clock = clock;
    }

    @Override
    public void listing() {
        LOG.atDebug().addKeyValue("resource", resource).log("listing");
    }

    @Override
    public void listed(int items, ResourceVersion version) {
        LOG.atLevel(told.equals(Optional.of(Reason.NOT_OFFERED)) ? Level.DEBUG : Level.INFO)
                .addKeyValue("resource", resource)
                .addKeyValue("objects", items)
                .addKeyValue("resourceVersion", version)
                .log("listed");
    }

    @Override
    public void watchOpened() {
        told = Optional.empty();
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
    public void watchEnded(Ending ending) {
        LOG.atDebug()
                .addKeyValue("resource", resource)
                .addKeyValue("how", ending)
                .log("watch ended");
    }

    @Override
    public void failed(Failure failure) {
        if (!failure.delay().isZero() && failure.reason() != Reason.NOT_OFFERED) {
            failures++;
        }
        LOG.atLevel(levelOf(failure))
                .addKeyValue("resource", resource)
                .addKeyValue("stage", failure.stage())
                .addKeyValue("reason", failure.reason())
                .addKeyValue("retryIn", failure.delay().toMillis() + "ms")
                .log(failure.message());
    }

    @Override
    public void refreshed(RefreshCause cause, int items, ResourceVersion version) {
        LOG.atInfo()
                .addKeyValue("resource", resource)
                .addKeyValue("cause", cause)
                .addKeyValue("objects", items)
                .addKeyValue("resourceVersion", version)
                .log("listed beside the watch");
    }

    @Override
    public void refreshFailed(RefreshCause cause, UpstreamException failure) {
        LOG.atWarn()
                .addKeyValue("resource", resource)
                .addKeyValue("cause", cause)
                .addKeyValue("reason", failure.reason())
                .log("cannot list beside the watch: {}", failure.getMessage());
    }

    @Override
    public void skipped(String description) {
        LOG.atWarn().addKeyValue("resource", resource).log("skipped an event: {}", description);
    }

    private Level levelOf(Failure failure) {
        if (failure.delay().isZero()) {
            return atOnce(failure.reason());
        }
        boolean news =
                !told.equals(Optional.of(failure.reason())) || clock.instant().isAfter(toldAt.plus(TELL_AGAIN));
        if (news) {
            told = Optional.of(failure.reason());
            toldAt = clock.instant();
        }
        return news ? waited(failure.reason()) : Level.DEBUG;
    }

    /** What is tried in another way at once fails again if it must, and is told then. */
    private static Level atOnce(Reason reason) {
        return switch (reason) {
            case UNAUTHORIZED, FORBIDDEN, NOT_FOUND, NOT_OFFERED -> Level.DEBUG;
            case EXPIRED,
                    GONE,
                    TOO_LARGE_VERSION,
                    TOO_MANY_REQUESTS,
                    CONNECTION_REFUSED,
                    INTERNAL,
                    REJECTED,
                    UNREACHABLE,
                    BAD_ANSWER,
                    VERY_SHORT_WATCH,
                    OVER_LIMIT -> Level.INFO;
        };
    }

    /** A lost history is ordinary: servers compact it every few minutes. So is a type that has to be polled. */
    private static Level waited(Reason reason) {
        return switch (reason) {
            case EXPIRED, GONE, TOO_LARGE_VERSION, NOT_OFFERED -> Level.INFO;
            case TOO_MANY_REQUESTS,
                    CONNECTION_REFUSED,
                    UNAUTHORIZED,
                    FORBIDDEN,
                    NOT_FOUND,
                    INTERNAL,
                    REJECTED,
                    UNREACHABLE,
                    BAD_ANSWER,
                    VERY_SHORT_WATCH,
                    OVER_LIMIT -> Level.WARN;
        };
    }
}
