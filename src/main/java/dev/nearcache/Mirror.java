package dev.nearcache;

import dev.nearcache.config.ResourceConfig;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.resource.SizeLimits;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.ResourceCache;
import dev.nearcache.store.StoreReader;
import dev.nearcache.time.Timers;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** One configured type while it is mirrored, as the reading side sees it. Safe on any thread. */
final class Mirror implements CachedResource {
    private final ResourceConfig config;
    private final ObjectLayout layout;
    private final TypeLookup lookup;
    private final ResourceCache cache;
    private final List<ScopeTracker> trackers;
    private final Timers timers;
    private final Consumer<ResourceVersion> seek;

    /** @param seek finds out, on the mirror's own loop, whether it has reached a version */
    Mirror(
            ResourceConfig config,
            ObjectLayout layout,
            TypeLookup lookup,
            ResourceCache cache,
            List<ScopeTracker> trackers,
            Timers timers,
            Consumer<ResourceVersion> seek) {
        this.config = config;
        this.layout = layout;
        this.lookup = lookup;
        this.cache = cache;
        this.trackers = List.copyOf(trackers);
        this.timers = timers;
        this.seek = seek;
    }

    @Override
    public ResourceName name() {
        return config.name();
    }

    @Override
    public Optional<ResourceType> type() {
        return lookup.known();
    }

    @Override
    public StoreReader store() {
        return cache;
    }

    @Override
    public ResourceStatus status() {
        return status(namespace -> true);
    }

    @Override
    public ResourceStatus status(Predicate<String> namespaces) {
        Instant now = timers.now();
        return MirrorStatus.of(
                trackers.stream()
                        .filter(tracker -> tracker.namespace().isEmpty() || namespaces.test(tracker.namespace()))
                        .map(MirrorStatus.Part::of)
                        .toList(),
                cache.state().synced(),
                now);
    }

    @Override
    public ObjectLayout layout() {
        return layout;
    }

    @Override
    public void seek(ResourceVersion version) {
        timers.defer(() -> seek.accept(version));
    }

    @Override
    public SizeLimits limits() {
        return config.limits();
    }

    @Override
    public List<String> namespaces() {
        return config.namespaces();
    }

    /** Whether the sidecar is ready only with this type. */
    boolean required() {
        return config.readiness() == ResourceConfig.Readiness.REQUIRED;
    }

    /** Runs a task on a turn of the event loop that owns this mirror. */
    Executor loop() {
        return timers::defer;
    }

    /** How far the first list has come. */
    SyncProgress progress() {
        CacheState state = cache.state();
        long objects = state.synced()
                ? state.objects().size()
                : trackers.stream().mapToLong(ScopeTracker::decoded).sum();
        return new SyncProgress(name().toString(), objects, state.synced());
    }
}
