package dev.nearcache.management;

import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.store.ResourceCache;
import dev.nearcache.store.StoreReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A type with a real cache, whose status the test sets. */
final class FakeResource implements CachedResource {
    private final String name;
    private final ResourceCache cache = new ResourceCache(
            List.of(), new HistoryLimits(100, 1 << 20, Duration.ofHours(1)), Runnable::run, Instant::now);
    private ResourceStatus status = status(ResourceStatus.State.PENDING, "", false, Duration.ZERO);

    FakeResource(String name) {
        this.name = name;
    }

    /** Completes the first list, which is empty. */
    void sync(long version) {
        cache.scope("").sink().replace(List.of(), ResourceVersion.of(version));
        become(ResourceStatus.State.SYNCED, "", true, Duration.ZERO);
    }

    void become(ResourceStatus.State state, String message, boolean live, Duration age) {
        status = status(state, message, live, age);
    }

    private static ResourceStatus status(ResourceStatus.State state, String message, boolean live, Duration age) {
        return new ResourceStatus(
                state,
                "",
                message,
                live,
                age,
                2,
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                "",
                List.of());
    }

    @Override
    public ResourceName name() {
        return ResourceName.parse(name);
    }

    @Override
    public Optional<ResourceType> type() {
        return Optional.empty();
    }

    @Override
    public StoreReader store() {
        return cache;
    }

    @Override
    public ResourceStatus status() {
        return status;
    }

    @Override
    public ObjectLayout layout() {
        return ObjectLayout.whole();
    }

    @Override
    public List<String> namespaces() {
        return List.of();
    }
}
