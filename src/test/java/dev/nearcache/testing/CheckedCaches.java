package dev.nearcache.testing;

import dev.nearcache.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Holds the caches of a test to {@link CacheChecks#valid} after it: register it with
 * {@code @RegisterExtension final CheckedCaches caches = new CheckedCaches();} and pass each cache through {@link #check}.
 */
public final class CheckedCaches implements AfterEachCallback {
    private final List<StoreReader> caches = new ArrayList<>();

    /** Has a cache checked when the test has ended; it must be at rest by then. */
    public <R extends StoreReader> R check(R cache) {
        caches.add(cache);
        return cache;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        caches.forEach(cache -> CacheChecks.valid(cache.state(), cache.log()));
    }
}
