package dev.nearcache;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.Reflector;
import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.reflector.Relief;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.Scope;
import dev.nearcache.upstream.UpstreamException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * One namespace of a type, or all: its part of the cache, and the reflector that feeds it, which is replaced when the
 * type becomes another. Confined to one thread.
 */
final class MirroredScope {
    private final Scope scope;
    private final Function<DeltaSink, Reflector> reflectors;
    private Reflector reflector;

    /** @param reflectors makes a reflector of this scope that writes to a sink */
    MirroredScope(Scope scope, Function<DeltaSink, Reflector> reflectors) {
        this.scope = scope;
        this.reflectors = reflectors;
        this.reflector = reflectors.apply(scope.sink());
    }

    void start() {
        reflector.start();
    }

    void stop() {
        reflector.stop();
    }

    /** Ends a wait for this, within this span. */
    void wake(Relief relief, Duration within) {
        reflector.wake(relief, within);
    }

    /** Lists again beside the watch. */
    void refresh(RefreshCause cause) {
        reflector.refresh(cause);
    }

    /** What was held has been let go, for this reason: it is listed again after a wait. */
    void dropped(UpstreamException why) {
        reflector.dropped(why);
    }

    /** Readers wait for this version. */
    void seek(ResourceVersion version) {
        reflector.seek(version);
    }

    /** The version at which the cache holds exactly this scope's objects; empty while that cannot be said. */
    Optional<ResourceVersion> settledAt() {
        return Optional.of(scope.reached()).filter(version -> scope.settled() && !version.isNone());
    }

    /** The namespace; empty for all. */
    String namespace() {
        return scope.namespace();
    }

    /** Lets go of everything that was listed; what the reflector still brings goes nowhere. */
    void forget() {
        scope.forget();
    }

    /** Lists anew. */
    void startOver() {
        reflector.stop();
        reflector = reflectors.apply(scope.sink());
        reflector.start();
    }
}
