package dev.nearcache;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.reflector.Stage;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamException.Reason;
import dev.nearcache.upstream.UpstreamObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Follows one reflector: what it does now, what failed last, and when the API server last proved that what we hold is
 * what it holds. Written on the reflector's thread, read on any.
 *
 * <p>The way to the API server proves itself while a watch is open ({@link UpstreamObserver#proven}), and so does the
 * opening of one; each proves the moment at which it was asked for, and a list does too, not that at which its last byte
 * arrived, since that shows the past. What holds for longer than the dead peer's limit without a proof is stale.
 */
final class ScopeTracker implements ReflectorObserver, UpstreamObserver {
    /** A watch that ended is opened again in far less; until then the type still counts as live. */
    private static final Duration REOPENING = Duration.ofSeconds(1);

    /** What a server that has a past to tell begins with long before this is over. */
    private static final Duration SETTLING = Duration.ofMillis(250);

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
     * @param last the last failure, overcome or not
     * @param lists how many lists were handed over
     * @param broken what the failure broke
     */
    record View(Phase phase, Optional<Failure> failure, Optional<Lapse> last, long lists, Break broken) {
        private static final View FIRST = new View(Phase.PENDING, Optional.empty(), Optional.empty(), 0, Break.OF_ALL);

        private View in(Phase next) {
            return new View(next, failure, last, lists, broken);
        }

        private View failed(Failure latest, Instant now, Break what) {
            Phase next = latest.delay().isZero() ? phase : Phase.WAITING;
            return new View(next, Optional.of(latest), Optional.of(new Lapse(latest, now)), lists, what);
        }

        private View recovered() {
            return new View(Phase.WATCHING, Optional.empty(), last, lists, Break.OF_ALL);
        }

        private View listed() {
            return new View(phase, failure, last, lists + 1, broken);
        }
    }

    /** What a failure breaks. */
    enum Break {
        /** Nothing says any more that what we hold is what the API server holds. */
        OF_ALL,
        /**
         * Only the way from the version that we watched from: the API server is there, and no longer has a history that
         * nothing of ours was in. What was live stays so for as long as a silent watch would.
         */
        OF_HISTORY
    }

    /** A failure and when it was. */
    record Lapse(Failure failure, Instant at) {
        /** When the next try is due. */
        Instant nextTry() {
            return at.plus(failure.delay());
        }
    }

    private final String namespace;
    private final Quarantine quarantine;
    private final Timers timers;
    private final Duration deadPeer;
    private final long startNanos;
    private final Dates dates;
    private volatile View view = View.FIRST;
    private volatile Optional<Proof> proof = Optional.empty();
    private final LongAdder decoded = new LongAdder();
    private volatile long askedNanos;
    private long settledNanos;

    /**
     * The last proof of life.
     *
     * @param nanos when, on the clock of {@link Timers#nanos}
     * @param sinceNanos since when an open watch and its successors have had proofs without a gap
     */
    private record Proof(long nanos, long sinceNanos) {
        Proof at(long later) {
            return later - nanos <= 0 ? this : new Proof(later, sinceNanos);
        }

        Proof since(long moment) {
            return new Proof(nanos, moment);
        }
    }

    /**
     * Follows a reflector from its start.
     *
     * @param namespace empty for all
     * @param deadPeer how old the last proof of life may be
     */
    ScopeTracker(String namespace, Quarantine quarantine, Timers timers, Duration deadPeer) {
        this.namespace = namespace;
        this.quarantine = quarantine;
        this.timers = timers;
        this.deadPeer = deadPeer;
        this.startNanos = timers.nanos();
        this.dates = new Dates(timers);
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

    /** When the reflector was first followed. */
    Instant start() {
        return dates.of(startNanos);
    }

    /** When the API server last proved what we hold; empty if never. */
    Optional<Instant> lastProof() {
        return proof.map(last -> dates.of(last.nanos()));
    }

    /** Since when, while {@link #live}, it has been so; empty if no proof ever came. */
    Optional<Instant> liveSince() {
        return proof.map(last -> dates.of(last.sinceNanos()));
    }

    /** When the list that is under way was asked for; empty if none is. */
    Optional<Instant> listingSince() {
        return view.phase() == Phase.LISTING ? Optional.of(dates.of(askedNanos)) : Optional.empty();
    }

    /** Whether changes at the API server reach us as they happen. */
    boolean live() {
        return switch (view.phase()) {
            case WATCHING -> proven(deadPeer);
            case OPENING -> (reopening() || relisting()) && proven(deadPeer);
            case LISTING, WAITING -> relisting() && proven(deadPeer);
            case PENDING -> false;
        };
    }

    private boolean reopening() {
        return view.failure().isEmpty() && timers.nanos() - askedNanos < REOPENING.toNanos();
    }

    private boolean relisting() {
        return view.broken() == Break.OF_HISTORY;
    }

    private boolean proven(Duration within) {
        return proof.filter(last -> timers.nanos() - last.nanos() < within.toNanos())
                .isPresent();
    }

    /** What was live goes on being so; what was not begins to be now, however old the proof is. */
    private void prove(long nanos) {
        boolean goesOn = proven(deadPeer);
        long now = timers.nanos();
        proof = Optional.of(proof.map(last -> last.at(nanos))
                .map(latest -> goesOn ? latest : latest.since(now))
                .orElseGet(() -> new Proof(nanos, now)));
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
    public void proven(long nanos) {
        if (view.phase() == Phase.WATCHING && nanos - settledNanos >= 0) {
            prove(nanos);
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
        askedNanos = timers.nanos();
        view = view.in(Phase.LISTING);
    }

    @Override
    public void listed(int items, ResourceVersion version) {
        quarantine.listed();
        prove(askedNanos);
        view = view.listed();
    }

    /** A list like any other to who counts them: it, too, may merge what several changes did. */
    @Override
    public void refreshed(RefreshCause cause, int items, ResourceVersion version) {
        view = view.listed();
    }

    @Override
    public void watchRequested() {
        askedNanos = timers.nanos();
        view = view.in(Phase.OPENING);
    }

    /**
     * A watch that follows on what was live goes on being live; one that follows on a list begins to be. One that comes
     * after a gap brings first what happened in the gap, so its first moments prove nothing yet.
     */
    @Override
    public void watchOpened() {
        boolean wasLive = live() && !relisting();
        boolean follows = proven(deadPeer);
        view = view.recovered();
        settledNanos = timers.nanos();
        if (follows) {
            prove(askedNanos);
            proof = proof.map(last -> wasLive ? last : last.since(settledNanos));
        } else {
            settledNanos += SETTLING.toNanos();
            long asked = askedNanos;
            timers.schedule(SETTLING, () -> settled(asked));
        }
    }

    private void settled(long asked) {
        if (view.phase() == Phase.WATCHING && asked == askedNanos) {
            prove(asked);
        }
    }

    /** A server that has no streaming lists said so, and a plain one follows at once. */
    private static boolean isAnotherWay(Failure failure) {
        return failure.stage() == Stage.STREAM_OPEN
                && failure.reason() == Reason.REJECTED
                && failure.delay().isZero();
    }

    @Override
    public void failed(Failure failure) {
        boolean history = failure.reason() == Reason.EXPIRED || (relisting() && isAnotherWay(failure));
        view = view.failed(failure, timers.now(), history && live() ? Break.OF_HISTORY : Break.OF_ALL);
    }
}
