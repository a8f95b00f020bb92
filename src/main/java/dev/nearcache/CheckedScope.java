package dev.nearcache;

import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.store.ResourceCache;
import java.util.Optional;

/** One scope, as what can be checked: not while it lacks objects that could not be read. */
record CheckedScope(MirroredScope scope, ScopeTracker tracker, ResourceCache cache) implements SelfCheck.Part {
    @Override
    public String namespace() {
        return scope.namespace();
    }

    @Override
    public Optional<SelfCheck.Held> held() {
        return tracker.quarantine().descriptions().isEmpty()
                ? scope.settledAt().map(version -> new SelfCheck.Held(cache.state(), version))
                : Optional.empty();
    }

    @Override
    public void repair() {
        scope.refresh(RefreshCause.MISMATCH);
    }
}
