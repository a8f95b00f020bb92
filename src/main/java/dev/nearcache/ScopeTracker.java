package dev.nearcache;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Follows one reflector: what it does now, what failed last, and when the API server last proved that what we hold is
 * what it holds. Written on the reflector's thread, read on any.
 *
 * <p>Proof of life is a byte on an open watch, or the opening or clean end of one; a list proves the moment at which it
 * was asked for, not that at which its last byte arrived, since it shows the past.
 */
final class ScopeTracker implements ReflectorObserver, UpstreamObserver {
    /** A watch that ended cleanly is opened again in far less; until then the type still counts as live. */
    private static final Duration REOPENING = Duration.ofSeconds(1);

    /** What a reflector does. */
    enum Phase {
        PENDING,
        LISTING,
        OPENING,
        WATCHING,
        WAITING
    }

    /**
     * What is known at one moment.
     *
     * @param failure the failure that has not been overcome yet
     * @param lastError the last failure's text, overcome or not; empty if none ever was
     * @param lists how many lists were handed over
     */
    record View(Phase phase, Optional<Failure> failure, String lastError, long lists) {
        private View in(Phase next) {
            return new View(next, failure, lastError, lists);
        }

        private View failed(Failure latest) {
            Phase next = latest.delay().isZero() ? phase : Phase.WAITING;
            return new View(next, Optional.of(latest), latest.message(), lists);
        }

        private View recovered() {
            return new View(Phase.WATCHING, Optional.empty(), lastError, lists);
        }

        private View listed() {
            return new View(phase, failure, lastError, lists + 1);
        }
    }

    private final String namespace;
    private final Quarantine quarantine;
    private final Timers timers;
    private volatile View view = new View(Phase.PENDING, Optional.empty(), "", 0);
    private volatile Instant lastProof = Instant.MIN;
    private final LongAdder decoded = new LongAdder();
    private Instant listAsked = Instant.MIN;

    /** @param namespace empty for all */
    ScopeTracker(String namespace, Quarantine quarantine, Timers timers) {
        this.namespace = namespace;
        this.quarantine = quarantine;
        this.timers = timers;
    }

    /** The namespace; empty for all. */
    String namespace() {
        return namespace;
    }

    /** What came and could not be read. */
    Quarantine quarantine() {
        return quarantine;
    }

    View view() {
        return view;
    }

    /** When the API server last proved what we hold; empty if never. */
    Optional<Instant> lastProof() {
        Instant proof = lastProof;
        return proof.equals(Instant.MIN) ? Optional.empty() : Optional.of(proof);
    }

    /** Whether changes at the API server reach us as they happen. */
    boolean live(Instant now) {
        return switch (view.phase()) {
            case WATCHING -> true;
            case OPENING -> Duration.between(lastProof, now).compareTo(REOPENING) < 0;
            case PENDING, LISTING, WAITING -> false;
        };
    }

    /** How many objects have been decoded from lists and watches. */
    long decoded() {
        return decoded.sum();
    }

    @Override
    public void itemsDecoded(int count) {
        decoded.add(count);
    }

    @Override
    public void bytesReceived(int count) {
        if (view.phase() == Phase.WATCHING) {
            lastProof = timers.now();
        }
    }

    @Override
    public void readable(ObjectKey key) {
        quarantine.readable(key);
    }

    @Override
    public void unreadable(String description) {
        switch (view.phase()) {
            case LISTING -> quarantine.inList(description);
            case PENDING, OPENING, WATCHING, WAITING -> quarantine.onWatch(description);
        }
    }

    @Override
    public void listing() {
        quarantine.listing();
        listAsked = timers.now();
        view = view.in(Phase.LISTING);
    }

    @Override
    public void listed(int items, ResourceVersion version) {
        quarantine.listed();
        lastProof = listAsked;
        view = view.listed();
    }

    @Override
    public void watchRequested() {
        view = view.in(Phase.OPENING);
    }

    @Override
    public void watchOpened() {
        lastProof = timers.now();
        view = view.recovered();
    }

    @Override
    public void watchEnded() {
        lastProof = timers.now();
    }

    @Override
    public void failed(Failure failure) {
        view = view.failed(failure);
    }

    @Override
    public void skipped(String description) {}
}
