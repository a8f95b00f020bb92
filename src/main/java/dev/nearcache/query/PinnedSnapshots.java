package dev.nearcache.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.StoreReader;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The states that open continue tokens need, kept for the five minutes in which kube-apiserver too keeps a version.
 *
 * <p>A state shares all unchanged objects with its successors, so what one costs is what changed since. It can be made
 * again from the log while that reaches back, so losing one early is no fault, only work. Safe on any thread.
 */
public final class PinnedSnapshots {
    private static final int MOST = 256;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Cache<Pin, Snapshot> states;

    private record Pin(StoreReader store, ResourceVersion version) {}

    /** Snapshots whose age is measured with this clock, in nanoseconds. */
    public PinnedSnapshots(LongSupplier nanos) {
        this.states = Caffeine.newBuilder()
                .maximumSize(MOST)
                .expireAfterAccess(LONGEST)
                .ticker(nanos::getAsLong)
                .build();
    }

    void pin(StoreReader store, ResourceVersion version, Snapshot snapshot) {
        states.put(new Pin(store, version), snapshot);
    }

    Optional<Snapshot> find(StoreReader store, ResourceVersion version) {
        return Optional.ofNullable(states.getIfPresent(new Pin(store, version)));
    }
}
