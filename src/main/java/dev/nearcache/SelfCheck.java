package dev.nearcache;

import dev.nearcache.resource.Fingerprint;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.Cursor;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.MetadataList.Facts;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Now and then compares what is held of a type with what the API server says that there was at the very same version: by
 * a list of metadata, folded into a fingerprint as it comes. What differs is listed again, beside the watch. Confined to
 * one thread; a type's namespaces are checked one after the other, never two at once.
 *
 * <p>A check that says nothing is no alarm: the version may be compacted, the server may not know the question and
 * answer for another version, or hold an object that we could not read.
 */
final class SelfCheck {
    private static final Logger LOG = LoggerFactory.getLogger(SelfCheck.class);

    /** Objects folded in one turn: well below a millisecond. */
    private static final int SLICE = 2_000;

    private final String resource;
    private final Duration period;
    private final int pageSize;
    private final Timers timers;
    private final List<Part> parts;
    private final Function<String, Optional<ExactList>> lists;
    private final BiConsumer<String, Verdict> meter;
    private Timers.Scheduled next = () -> {};
    private State state = State.STOPPED;

    private enum State {
        RUNNING,
        /** What is under way says nothing any more. */
        STOPPED
    }

    /** What a check has found. */
    enum Verdict {
        SAME,
        DIFFERENT,
        /** Nothing: it is tried again at another version. */
        INCONCLUSIVE
    }

    /** What is checked at a time: one namespace, or all. */
    interface Part {
        /** The namespace; empty for all. */
        String namespace();

        /** What is held, and the version at which it is exactly that; empty while that cannot be said. */
        Optional<Held> held();

        /** Lists it again. */
        void repair();
    }

    /** How the API server is asked. */
    interface ExactList {
        /** What there was at exactly this version; of a server that does not know this question, at another. */
        Future<Facts> at(ResourceVersion version, int pageSize);
    }

    /** What is held at a version. */
    record Held(CacheState state, ResourceVersion version) {}

    /**
     * The check of one type.
     *
     * @param period between two checks; zero for none
     * @param lists the metadata lists of a namespace; empty while the type is not found or cannot be watched
     * @param meter is told of each verdict, with the type's name
     */
    SelfCheck(
            String resource,
            Duration period,
            int pageSize,
            Timers timers,
            List<Part> parts,
            Function<String, Optional<ExactList>> lists,
            BiConsumer<String, Verdict> meter) {
        this.resource = resource;
        this.period = period;
        this.pageSize = pageSize;
        this.timers = timers;
        this.parts = List.copyOf(parts);
        this.lists = lists;
        this.meter = meter;
    }

    /** Begins; called once. */
    void start() {
        if (!period.isZero()) {
            state = State.RUNNING;
            next = timers.schedule(period, this::check);
        }
    }

    void stop() {
        state = State.STOPPED;
        next.cancel();
    }

    private void check() {
        Future<Void> checked = Future.succeededFuture();
        for (Part part : parts) {
            checked = checked.compose(before -> check(part)).map(verdict -> {
                tell(part, verdict);
                return null;
            });
        }
        checked.onComplete(done -> {
            if (state == State.RUNNING) {
                next = timers.schedule(period, this::check);
            }
        });
    }

    private Future<Verdict> check(Part part) {
        Optional<ExactList> list = lists.apply(part.namespace());
        Optional<Held> held = part.held();
        if (state == State.STOPPED || list.isEmpty() || held.isEmpty()) {
            return Future.succeededFuture(Verdict.INCONCLUSIVE);
        }
        ResourceVersion version = held.get().version();
        return list.get()
                .at(version, pageSize)
                .compose(facts -> facts.version().equals(version)
                        ? fold(held.get().state(), part.namespace())
                                .map(ours -> ours.equals(facts.fingerprint()) ? Verdict.SAME : Verdict.DIFFERENT)
                        : Future.succeededFuture(Verdict.INCONCLUSIVE))
                .otherwise(Verdict.INCONCLUSIVE);
    }

    private void tell(Part part, Verdict verdict) {
        if (state == State.STOPPED) {
            return;
        }
        meter.accept(resource, verdict);
        switch (verdict) {
            case SAME, INCONCLUSIVE ->
                LOG.atDebug()
                        .addKeyValue("resource", resource)
                        .addKeyValue("verdict", verdict)
                        .log("self-check");
            case DIFFERENT -> {
                LOG.atError()
                        .addKeyValue("resource", resource)
                        .addKeyValue("namespace", part.namespace())
                        .log(
                                "what is held differs from what the API server had at the same version; it is listed again");
                part.repair();
            }
        }
    }

    private Future<Fingerprint> fold(CacheState state, String namespace) {
        Promise<Fingerprint> folded = Promise.promise();
        fold(state.objects().from(ObjectKey.firstIn(namespace)), namespace, Fingerprint.EMPTY, folded);
        return folded.future();
    }

    /** Slice by slice, so that a large type holds nobody up. */
    private void fold(
            Cursor<ObjectKey, KubeObject> rest, String namespace, Fingerprint before, Promise<Fingerprint> folded) {
        Fingerprint fingerprint = before;
        for (int i = 0; i < SLICE; i++) {
            if (!rest.next() || !(namespace.isEmpty() || rest.key().namespace().equals(namespace))) {
                folded.complete(fingerprint);
                return;
            }
            ObjectKey key = rest.key();
            fingerprint =
                    fingerprint.with(key.namespace(), key.name(), rest.value().resourceVersion());
        }
        Fingerprint soFar = fingerprint;
        timers.defer(() -> fold(rest, namespace, soFar, folded));
    }

    /** The lists of a type that is found and can be watched. */
    static Optional<ResourceType> checkable(Optional<ResourceType> found) {
        return found.filter(type -> type.access() == ResourceType.Access.WATCHED);
    }
}
