package dev.nearcache.testing;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.ResourceStatus;
import dev.nearcache.query.ResourceStatus.State;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectLayout;
import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.HistoryLimits;
import dev.nearcache.store.ResourceCache;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A type whose cache a test feeds by hand, on its own thread, as a reflector would. */
public final class FedResource implements CachedResource {
    /** Room for more than any test writes. */
    public static final HistoryLimits ROOMY = new HistoryLimits(100_000, 1L << 30, Duration.ofHours(1));

    /** Pods. */
    public static final ResourceType PODS =
            new ResourceType("", "v1", "pods", "pod", "Pod", "PodList", true, List.of("po"));

    private final ResourceType type;
    private final ObjectLayout layout;
    private final Deque<Runnable> turns = new ArrayDeque<>();
    private final ResourceCache cache;
    private final DeltaSink sink;
    private volatile Optional<ResourceType> discovered;
    private volatile ResourceStatus status = status(State.SYNCING, true, Duration.ZERO);

    /** A cache of all namespaces, nothing in it yet. */
    public FedResource(ResourceType type, ObjectLayout layout, HistoryLimits limits) {
        this.type = type;
        this.discovered = Optional.of(type);
        this.layout = layout;
        this.cache = new ResourceCache(
                List.copyOf(layout.indexes().keySet()), limits, turns::add, InstantSource.fixed(Instant.EPOCH));
        this.sink = cache.scope("").sink();
    }

    /** Pods, all of each kept, room for everything. */
    public static FedResource pods() {
        return new FedResource(PODS, ObjectLayout.whole(), ROOMY);
    }

    /** Discovery is still to come. */
    public FedResource undiscovered() {
        discovered = Optional.empty();
        return this;
    }

    /** Discovery came. */
    public FedResource discover() {
        discovered = Optional.of(type);
        return this;
    }

    /** The first or a later list. */
    public FedResource list(long version, KubeObject... objects) {
        return feed(into -> into.replace(new ArrayList<>(List.of(objects)), ResourceVersion.of(version)));
    }

    /** Writes to the sink, and lets the cache take it. */
    public FedResource feed(Consumer<DeltaSink> writes) {
        writes.accept(sink);
        for (Runnable turn = turns.poll(); turn != null; turn = turns.poll()) {
            turn.run();
        }
        return this;
    }

    /** What the mirror reports from now on. */
    public FedResource report(State state, boolean live, Duration age) {
        status = status(state, live, age);
        return this;
    }

    private static ResourceStatus status(State state, boolean live, Duration age) {
        Optional<Instant> contact = Optional.of(Instant.EPOCH).filter(any -> live || !age.isZero());
        return new ResourceStatus(
                state, "", "", live, age, 0, contact, Optional.empty(), "", Optional.empty(), "", List.of());
    }

    @Override
    public ResourceName name() {
        return new ResourceName(type.plural(), "", type.group());
    }

    @Override
    public Optional<ResourceType> type() {
        return discovered;
    }

    @Override
    public ResourceCache store() {
        return cache;
    }

    @Override
    public ResourceStatus status() {
        return status;
    }

    @Override
    public ObjectLayout layout() {
        return layout;
    }

    @Override
    public List<String> namespaces() {
        return List.of();
    }
}
