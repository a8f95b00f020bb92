package dev.nearcache;

import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a configured name is at the API server: asked for once, then remembered, until somebody finds that it is no
 * longer so. It is looked at again when a watch ends, as all of a custom type do when its definition changes, and from
 * time to time. Asked on the reflectors' thread; the last answer may be read on any.
 */
final class TypeLookup {
    private static final Logger LOG = LoggerFactory.getLogger(TypeLookup.class);

    /** A reflector that cannot stream asks for a list at once, and the namespaces of a type ask together. */
    private static final Duration FAILURE_REMEMBERED = Duration.ofMillis(100);

    /** Between looks that watches ask for. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    /**
     * Who holds objects of a type does not believe at once that it is gone: its objects are deleted first, and a server
     * that is about to start may not know all its types yet.
     */
    private static final Duration DISBELIEF = Duration.ofSeconds(30);

    private final ResourceName name;
    private final Finder finder;
    private final Follower follower;
    private final Timers timers;
    private Optional<Future<ResourceType>> answer = Optional.empty();
    private Optional<Long> missingSince = Optional.empty();
    private Look look = Look.NONE;
    private volatile Optional<ResourceType> known = Optional.empty();

    private enum Look {
        NONE,
        DUE
    }

    /** Asks the API server. */
    interface Finder {
        /** How it serves a name; lists have the usual kind. */
        Future<ResourceType> find(ResourceName name);

        /** The same type with the kind that its lists really have. */
        Future<ResourceType> withListKind(ResourceType type);
    }

    /** Who keeps objects of the type. */
    interface Follower {
        boolean holdsObjects();

        /** The type is gone, or has become another: {@link #known} says which. */
        void startOver();
    }

    TypeLookup(ResourceName name, Finder finder, Follower follower, Timers timers) {
        this.name = name;
        this.finder = finder;
        this.follower = follower;
        this.timers = timers;
    }

    /** The type; a failure is remembered for a moment only, so that asking again asks the server. */
    Future<ResourceType> type() {
        if (answer.isEmpty()) {
            Future<ResourceType> asked = finder.find(name).compose(finder::withListKind);
            answer = Optional.of(asked);
            asked.onSuccess(this::found).onFailure(failure -> {
                missed(failure);
                timers.schedule(FAILURE_REMEMBERED, () -> answer = answer.filter(still -> still != asked));
            });
            return asked;
        }
        return answer.get();
    }

    /**
     * Takes the kind of lists from a list, since discovery does not tell it and a custom type may choose it
     * (kubernetes-api.md 2.4); empty tells nothing.
     */
    void listed(String listKind) {
        known.filter(type -> !listKind.isEmpty() && !listKind.equals(type.listKind()))
                .map(type -> type.withListKind(listKind))
                .ifPresent(this::found);
    }

    /** Lets the next question go to the server. */
    void forget() {
        answer = Optional.empty();
    }

    /**
     * A watch is asked for, so one has ended perhaps: looks soon whether the type has changed. What is asked for before
     * that is asked of the type as it was, and listed anew then.
     */
    void watching() {
        if (changes() && look == Look.NONE) {
            look = Look.DUE;
            timers.schedule(BETWEEN_LOOKS, () -> {
                look = Look.NONE;
                lookAgain();
            });
        }
    }

    /** Looks at all that may have changed, the kind of lists included. */
    void refresh() {
        if (changes()) {
            finder.find(name)
                    .compose(finder::withListKind)
                    .onSuccess(this::found)
                    .onFailure(this::missed);
        }
    }

    /** The type as it was last found, forgotten since or not; empty before that, and once it is known to be gone. */
    Optional<ResourceType> known() {
        return known;
    }

    /** Types of kube-apiserver itself change with its release, and then its watches fail. */
    private boolean changes() {
        return known.map(type -> !type.builtIn()).orElse(false);
    }

    private void lookAgain() {
        finder.find(name)
                .compose(type -> known.filter(before -> before.equals(type.withListKind(before.listKind())))
                        .map(Future::succeededFuture)
                        .orElseGet(() -> finder.withListKind(type)))
                .onSuccess(this::found)
                .onFailure(this::missed);
    }

    private void found(ResourceType type) {
        Optional<ResourceType> before = known;
        known = Optional.of(type);
        answer = Optional.of(Future.succeededFuture(type));
        missingSince = Optional.empty();
        if (before.isPresent() && !before.get().servesLike(type)) {
            LOG.atInfo()
                    .addKeyValue("resource", name)
                    .addKeyValue("apiVersion", type.apiVersion())
                    .addKeyValue("kind", type.kind())
                    .log("the type has become another: it is listed anew");
            timers.defer(follower::startOver);
        }
    }

    private void missed(Throwable failure) {
        boolean missing = failure instanceof UpstreamException known && known.reason() == Reason.NOT_FOUND;
        if (!missing || known.isEmpty()) {
            return;
        }
        long since = missingSince.orElseGet(timers::nanos);
        missingSince = Optional.of(since);
        if (!follower.holdsObjects() || timers.nanos() - since >= DISBELIEF.toNanos()) {
            known = Optional.empty();
            answer = Optional.empty();
            missingSince = Optional.empty();
            LOG.atWarn().addKeyValue("resource", name).log("the API server no longer serves the type");
            timers.defer(follower::startOver);
        }
    }
}
