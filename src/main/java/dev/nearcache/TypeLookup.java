package dev.nearcache;

import dev.nearcache.resource.ResourceName;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
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

    private final ResourceName name;
    private final Finder finder;
    private final Follower follower;
    private final Timers timers;
    private Optional<Answer> answer = Optional.empty();
    private Optional<Absence> absence = Optional.empty();
    private Timers.Scheduled doubt = () -> {};
    private Look look = Look.NONE;
    private volatile Optional<ResourceType> known = Optional.empty();

    /** What the server was asked, or is being; and when it failed, as far as it has. */
    private record Answer(Future<ResourceType> type, OptionalLong failedNanos) {
        static Answer of(Future<ResourceType> type) {
            return new Answer(type, OptionalLong.empty());
        }

        Answer failed(long nanos) {
            return new Answer(type, OptionalLong.of(nanos));
        }
    }

    private enum Look {
        NONE,
        DUE
    }

    /**
     * Who holds objects of a type does not believe at once that it is gone: its objects are deleted first, and one answer
     * may come from a server that has lost its way. So it asks again and again, for as long as it takes to believe it.
     */
    private enum Disbelief {
        /** A server that is about to start may not know all its types yet. */
        UNREADY(Duration.ofSeconds(5), Duration.ofSeconds(30)),
        /** One that is ready does, but a busy one denies a type for a moment while its definition changes. */
        READY(BETWEEN_LOOKS, Duration.ofSeconds(6));

        private final Duration pause;
        private final Duration limit;

        Disbelief(Duration pause, Duration limit) {
            this.pause = pause;
            this.limit = limit;
        }
    }

    /** That the server denies a type of which objects are held, and since when. */
    private record Absence(long sinceNanos, Disbelief disbelief) {}

    /** Asks the API server. */
    interface Finder {
        /** How it serves a name; lists have the usual kind. */
        Future<ResourceType> find(ResourceName name);

        /** The same type with the kind that its lists really have. */
        Future<ResourceType> withListKind(ResourceType type);

        /** Fails unless the API server says that it is ready, and so knows all its types. */
        Future<Void> ready();
    }

    /** Who keeps objects of the type. */
    interface Follower {
        boolean holdsObjects();

        /** Whether a watch of it is open and alive, which outweighs whatever discovery says. */
        boolean isWatched();

        /** What is held is of a type that is gone or has become another: nobody may take it for the one that is known. */
        void forget();

        /** Lists anew what {@link #known} says; not within a call of the one who listed. */
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
        return answer.filter(this::holds).map(Answer::type).orElseGet(this::ask);
    }

    private Future<ResourceType> ask() {
        Future<ResourceType> asked = finder.find(name).compose(finder::withListKind);
        answer = Optional.of(Answer.of(asked));
        return asked.onSuccess(this::found).onFailure(failure -> {
            answer = answer.map(now -> now.type() == asked ? now.failed(timers.nanos()) : now);
            missed(failure);
        });
    }

    private boolean holds(Answer given) {
        return given.failedNanos().isEmpty()
                || timers.nanos() - given.failedNanos().getAsLong() < FAILURE_REMEMBERED.toNanos();
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
        boolean another = known.filter(before -> !before.servesLike(type)).isPresent();
        if (another) {
            follower.forget();
        }
        known = Optional.of(type);
        answer = Optional.of(Answer.of(Future.succeededFuture(type)));
        settled();
        if (another) {
            LOG.atInfo()
                    .addKeyValue("resource", name)
                    .addKeyValue("apiVersion", type.apiVersion())
                    .addKeyValue("kind", type.kind())
                    .log("the type has become another: it is listed anew");
            timers.defer(follower::startOver);
        }
    }

    private void missed(Throwable failure) {
        boolean missing = failure instanceof UpstreamException refused && refused.reason() == Reason.NOT_FOUND;
        if (!missing || known.isEmpty()) {
            return;
        }
        if (follower.isWatched()) {
            settled();
        } else if (!follower.holdsObjects()) {
            gone();
        } else if (absence.isEmpty()) {
            disbelieve(new Absence(timers.nanos(), Disbelief.UNREADY));
            finder.ready()
                    .onSuccess(ready ->
                            absence.ifPresent(since -> disbelieve(new Absence(since.sinceNanos(), Disbelief.READY))))
                    .onFailure(unready -> LOG.atDebug()
                            .addKeyValue("resource", name)
                            .log("the API server does not serve the type, but is not ready"));
        } else if (timers.nanos() - absence.get().sinceNanos()
                >= absence.get().disbelief().limit.toNanos()) {
            gone();
        } else {
            disbelieve(absence.get());
        }
    }

    private void disbelieve(Absence since) {
        absence = Optional.of(since);
        doubt.cancel();
        doubt = timers.schedule(since.disbelief().pause, this::lookAgain);
    }

    /** There is no reason to doubt, or none any more. */
    private void settled() {
        absence = Optional.empty();
        doubt.cancel();
    }

    private void gone() {
        follower.forget();
        known = Optional.empty();
        answer = Optional.empty();
        settled();
        LOG.atWarn().addKeyValue("resource", name).log("the API server no longer serves the type");
        timers.defer(follower::startOver);
    }
}
