package dev.nearcache.store;

import dev.nearcache.resource.SizeLimits;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Keeps a cache that holds too much, or did, from being read: until all of its scopes have been listed again, so that no
 * namespace comes and goes while another does not fit. Confined to the cache's owner.
 */
final class Gate {
    private final SizeLimits limits;
    private final Set<Scope> awaited = new HashSet<>();

    Gate(SizeLimits limits) {
        this.limits = limits;
    }

    boolean isOpen() {
        return awaited.isEmpty();
    }

    /** Looks at what the scopes hold together. */
    void look(Contents contents, Collection<Scope> scopes) {
        awaited.removeIf(Scope::synced);
        if (limits.exceededBy(contents.objects().size(), contents.bytes()).isPresent()) {
            close(scopes);
        }
    }

    /** All scopes must be listed again. */
    void close(Collection<Scope> scopes) {
        awaited.addAll(scopes);
    }

    /** Whether it was waiting for this scope, for which it waits no longer. */
    boolean excuse(Scope scope) {
        return awaited.remove(scope);
    }
}
