package dev.nearcache;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.reflector.Stage;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.WatchStream.Ending;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;

/**
 * Counts what one reflector does, under the names of client-go's reflector metrics (product.md section 3). The reflectors
 * of a type, one a namespace, count on the same meters, but each measures its own lists and watches.
 */
final class ReflectorMeters implements ReflectorObserver {
    private final MeterRegistry registry;
    private final String resource;
    private final Timers timers;
    private final Timer listDuration;
    private final DistributionSummary itemsPerList;
    private final Counter watches;
    private final Timer watchDuration;
    private final Counter skipped;
    private long listStarted;
    private long watchStarted;

    ReflectorMeters(MeterRegistry registry, String resource, Timers timers) {
        this.registry = registry;
        this.resource = resource;
        this.timers = timers;
        this.listDuration = Timer.builder("nearcache.reflector.list.duration")
                .description("From asking for a list to having all of it")
                .tag("resource", resource)
                .register(registry);
        this.itemsPerList = DistributionSummary.builder("nearcache.reflector.items.per.list")
                .description("Objects in a list")
                .tag("resource", resource)
                .register(registry);
        this.watches = Counter.builder("nearcache.reflector.watches")
                .description("Watches that were opened")
                .tag("resource", resource)
                .register(registry);
        this.watchDuration = Timer.builder("nearcache.reflector.watch.duration")
                .description("From opening a watch to its end, however it ended")
                .tag("resource", resource)
                .register(registry);
        this.skipped = Counter.builder("nearcache.reflector.skipped.events")
                .description("Events that did not belong to the type")
                .tag("resource", resource)
                .register(registry);
    }

    /** Counts the objects of a type that came and could not be read, each time that they came. */
    static Counter unreadable(MeterRegistry registry, String resource) {
        return Counter.builder("nearcache.reflector.unreadable.objects")
                .description("Objects that came and could not be read")
                .tag("resource", resource)
                .register(registry);
    }

    /** Counts what the checks of a type have found. */
    static void checked(MeterRegistry registry, String resource, SelfCheck.Verdict verdict) {
        Counter.builder("nearcache.self.checks")
                .description("Comparisons of what is held with what the API server holds, by what they found")
                .tag("resource", resource)
                .tag("verdict", verdict.name())
                .register(registry)
                .increment();
    }

    @Override
    public void listing() {
        listStarted = timers.nanos();
    }

    @Override
    public void listed(int items, ResourceVersion version) {
        listDuration.record(Duration.ofNanos(timers.nanos() - listStarted));
        itemsPerList.record(items);
    }

    @Override
    public void watchOpened() {
        watches.increment();
        watchStarted = timers.nanos();
    }

    @Override
    public void watchEnded(Ending ending) {
        watchDuration.record(Duration.ofNanos(timers.nanos() - watchStarted));
    }

    @Override
    public void failed(Failure failure) {
        if (failure.stage() == Stage.WATCH_OPEN && failure.reason() == Reason.NOT_OFFERED) {
            return;
        }
        switch (failure.stage()) {
            case WATCH_STREAM -> watchDuration.record(Duration.ofNanos(timers.nanos() - watchStarted));
            case STREAM_OPEN, STREAM, LIST, LIST_LATER_PAGE, NEWEST, NEWEST_LATER_PAGE, WATCH_OPEN -> {}
        }
        Counter.builder("nearcache.reflector.failures")
                .description("Lists and watches that failed")
                .tag("resource", resource)
                .tag("stage", failure.stage().name())
                .tag("reason", failure.reason().name())
                .register(registry)
                .increment();
    }

    @Override
    public void refreshed(RefreshCause cause, int items, ResourceVersion version) {
        Counter.builder("nearcache.reflector.refreshes")
                .description("Lists beside an open watch, though nothing had failed")
                .tag("resource", resource)
                .tag("cause", cause.name())
                .register(registry)
                .increment();
    }

    @Override
    public void skipped(String description) {
        skipped.increment();
    }
}
