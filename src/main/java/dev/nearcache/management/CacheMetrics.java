package dev.nearcache.management;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.EventLog;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/** What a type's readers can see, as gauges that are read when a scrape comes. */
public final class CacheMetrics {
    private final MeterRegistry registry;
    private final CachedResource resource;
    private final Tags tags;

    private CacheMetrics(MeterRegistry registry, CachedResource resource) {
        this.registry = registry;
        this.resource = resource;
        this.tags = Tags.of("resource", resource.name().toString());
    }

    /** Registers the metrics of a type, labelled {@code resource}. */
    public static void bind(MeterRegistry registry, CachedResource resource) {
        CacheMetrics metrics = new CacheMetrics(registry, resource);
        metrics.contents();
        metrics.limits();
        metrics.storage();
        metrics.freshness();
        metrics.history();
    }

    private void contents() {
        state(
                "nearcache.objects",
                "Objects in the cache.",
                "",
                state -> state.objects().size());
        // A double is exact to 2^53, which no etcd revision reaches.
        state(
                "nearcache.resource.version",
                "Highest resourceVersion applied.",
                "",
                state -> state.resourceVersion().value());
        state("nearcache.synced", "1 once the cache holds every object.", "", state -> state.synced() ? 1 : 0);
    }

    /** A limit that is not set has no metric, so that a share of it is never a share of nothing. */
    private void limits() {
        if (resource.limits().maxObjects() > 0) {
            gauge(
                    "nearcache.objects.limit",
                    "Objects that may be held: maxObjects.",
                    "",
                    r -> r.limits().maxObjects());
        }
        if (resource.limits().maxBytes() > 0) {
            gauge(
                    "nearcache.objects.size.limit",
                    "Bytes of JSON that may be held: maxBytes.",
                    "bytes",
                    r -> r.limits().maxBytes());
        }
        status(
                "nearcache.over.limit",
                "1 while there is more of the type than a limit allows, so that nothing of it is held.",
                "",
                status -> status.state() == ResourceStatus.State.OVER_LIMIT ? 1 : 0);
    }

    private void storage() {
        state("nearcache.objects.size", "Bytes of the objects as JSON.", "bytes", CacheState::bytes);
        state(
                "nearcache.objects.stored",
                "Bytes that the objects' JSON takes in memory.",
                "bytes",
                CacheState::storedBytes);
        state(
                "nearcache.objects.ratio",
                "Bytes of JSON that one byte in memory stands for; 1 while nothing is held.",
                "",
                state -> state.storedBytes() == 0 ? 1 : (double) state.bytes() / state.storedBytes());
        gauge(
                "nearcache.dictionaries",
                "Trained dictionaries in memory: the present one, and older ones that are still needed.",
                "",
                r -> r.store().learning().dictionaries());
        gauge(
                "nearcache.dictionaries.size",
                "Bytes that the trained dictionaries take outside of the heap, about.",
                "bytes",
                r -> r.store().learning().bytes());
        FunctionCounter.builder(
                        "nearcache.dictionaries.trained",
                        resource,
                        r -> r.store().learning().trainings())
                .description("Trainings of a dictionary, whether or not it was better than the one before.")
                .tags(tags)
                .register(registry);
    }

    private void freshness() {
        status("nearcache.live", "1 while a watch keeps the cache current.", "", status -> status.live() ? 1 : 0);
        status(
                "nearcache.staleness",
                "Time since the last proof of life from the API server, or since the start if none came; 0 while live.",
                "seconds",
                status -> status.live() ? 0 : status.age().toMillis() / 1000.0);
        for (ResourceStatus.State each : ResourceStatus.State.values()) {
            Gauge.builder("nearcache.state", resource, r -> r.status().state() == each ? 1 : 0)
                    .description("1 for the state that the type is in.")
                    .tags(tags.and("state", each.text()))
                    .register(registry);
        }
        FunctionCounter.builder("nearcache.relists", resource, r -> r.status().relists())
                .description("Lists after the first.")
                .tags(tags)
                .register(registry);
    }

    private void history() {
        gauge(
                "nearcache.history.position",
                "Position of the newest change in the history; its rate is that of changes.",
                "",
                r -> r.store().log().end());
        gauge("nearcache.history.events", "Changes that a client can still resume over.", "", r -> {
            EventLog log = r.store().log();
            return log.end() - log.floor();
        });
    }

    private void state(String name, String description, String unit, ToDoubleFunction<CacheState> value) {
        gauge(name, description, unit, r -> value.applyAsDouble(r.store().state()));
    }

    private void status(String name, String description, String unit, ToDoubleFunction<ResourceStatus> value) {
        gauge(name, description, unit, r -> value.applyAsDouble(r.status()));
    }

    private void gauge(String name, String description, String unit, ToDoubleFunction<CachedResource> value) {
        Gauge.builder(name, resource, value)
                .description(description)
                .baseUnit(unit.isEmpty() ? null : unit)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }
}
