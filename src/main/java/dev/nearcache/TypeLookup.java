package dev.nearcache;

import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a configured name is at the API server: asked for once, then remembered, until somebody finds that it is no
 * longer so. Asked on the reflectors' thread; the last answer may be read on any.
 */
final class TypeLookup {
    private final ResourceName name;
    private final Function<ResourceName, Future<ResourceType>> discovery;
    private Optional<Future<ResourceType>> answer = Optional.empty();
    private volatile Optional<ResourceType> known = Optional.empty();

    TypeLookup(ResourceName name, Function<ResourceName, Future<ResourceType>> discovery) {
        this.name = name;
        this.discovery = discovery;
    }

    /** The type; a failure is not remembered, so that asking again asks the server. */
    Future<ResourceType> type() {
        Future<ResourceType> asked = answer.orElseGet(() -> discovery.apply(name));
        answer = Optional.of(asked);
        return asked.onSuccess(type -> known = Optional.of(type)).onFailure(failure -> forget());
    }

    /**
     * Takes the kind of lists from a list, since discovery does not tell it and a custom type may choose it
     * (kubernetes-api.md 2.4); empty tells nothing.
     */
    void listed(String listKind) {
        known.filter(type -> !listKind.isEmpty() && !listKind.equals(type.listKind()))
                .map(type -> type.withListKind(listKind))
                .ifPresent(type -> {
                    known = Optional.of(type);
                    answer = Optional.of(Future.succeededFuture(type));
                });
    }

    /** Lets the next question go to the server. */
    void forget() {
        answer = Optional.empty();
    }

    /** The type as it was last found, forgotten since or not. */
    Optional<ResourceType> known() {
        return known;
    }
}
