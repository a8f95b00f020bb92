package dev.nearcache;

import dev.nearcache.reflector.ReflectorObserver;
import dev.nearcache.reflector.RefreshCause;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.UpstreamObserver;
import dev.nearcache.upstream.WatchStream.Ending;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Follows one reflector: what it does now, what failed last, and when the API server last proved that what we hold is
 * what it holds. Written on the reflector's thread, read on any.
 *
 * <p>The way to the API server proves itself while a watch is open ({@link UpstreamObserver#proven}), and so does the
 * opening or clean end of one; a list proves the moment at which it was asked for, not that at which its last byte
 * arrived, since it shows the past. What holds for longer than the dead peer's limit without a proof is stale.
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
     */
    record View(Phase phase, Optional<Failure> failure, Optional<Lapse> last, long lists) {
        private static final View FIRST = new View(Phase.PENDING, Optional.empty(), Optional.empty(), 0);

        private View in(Phase next) {
            return new View(next, failure, last, lists);
        }

        private View failed(Failure latest, Instant now) {
            Phase next = latest.delay().isZero() ? phase : Phase.WAITING;
            return new View(next, Optional.of(latest), Optional.of(new Lapse(latest, now)), lists);
        }

        private View recovered() {
            return new View(Phase.WATCHING, Optional.empty(), last, lists);
        }

        private View listed() {
            return new View(phase, failure, last, lists + 1);
        }
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
    private volatile View view = View.FIRST;
    private volatile Optional<Proof> proof = Optional.empty();
    private final LongAdder decoded = new LongAdder();
    private volatile long openingNanos;
    private long listAskedNanos;
    private long settledNanos;

    /**
     * The last proof of life.
     *
     * @param nanos when, on the clock of {@link Timers#nanos}
     * @param sinceNanos since when proofs have come without a gap
     */
    private record Proof(long nanos, long sinceNanos) {
        Proof then(long later, Duration longestGap) {
            long gap = later - nanos;
            if (gap <= 0) {
                return this;
            }
            return new Proof(later, gap > longestGap.toNanos() ? later : sinceNanos);
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
        return proof.map(last -> instant(last.nanos()));
    }

    /** Since when proofs have come without a gap; empty if none ever came. */
    Optional<Instant> liveSince() {
        return proof.map(last -> instant(last.sinceNanos()));
    }

    /** Whether changes at the API server reach us as they happen. */
    boolean live() {
        return switch (view.phase()) {
            case WATCHING -> proven(deadPeer);
            case OPENING -> reopening() && proven(deadPeer);
            case PENDING, LISTING, WAITING -> false;
        };
    }

    private boolean reopening() {
        return view.failure().isEmpty() && timers.nanos() - openingNanos < REOPENING.toNanos();
    }

    private boolean proven(Duration within) {
        return proof.filter(last -> timers.nanos() - last.nanos() < within.toNanos())
                .isPresent();
    }

    private void prove(long nanos) {
        proof = Optional.of(proof.map(last -> last.then(nanos, deadPeer)).orElseGet(() -> new Proof(nanos, nanos)));
    }

    private Instant instant(long nanos) {
        return timers.now().minusNanos(timers.nanos() - nanos);
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
        listAskedNanos = timers.nanos();
        view = view.in(Phase.LISTING);
    }

    @Override
    public void listed(int items, ResourceVersion version) {
        quarantine.listed();
        prove(listAskedNanos);
        view = view.listed();
    }

    /** A list like any other to who counts them: it, too, may merge what several changes did. */
    @Override
    public void refreshed(RefreshCause cause, int items, ResourceVersion version) {
        view = view.listed();
    }

    @Override
    public void watchRequested() {
        openingNanos = timers.nanos();
        view = view.in(Phase.OPENING);
    }

    /**
     * A watch that follows on what was live goes on being live. One that comes after a gap brings first what happened in
     * the gap, so its first moments prove nothing yet.
     */
    @Override
    public void watchOpened() {
        boolean follows = proven(deadPeer);
        view = view.recovered();
        settledNanos = timers.nanos();
        if (follows) {
            prove(settledNanos);
        } else {
            settledNanos += SETTLING.toNanos();
            timers.schedule(SETTLING, () -> proven(timers.nanos()));
        }
    }

    @Override
    public void watchEnded(Ending ending) {
        switch (ending) {
            case ENDED -> proven(timers.nanos());
            case LOST -> {}
        }
    }

    @Override
    public void failed(Failure failure) {
        view = view.failed(failure, timers.now());
    }

    @Override
    public void skipped(String description) {}
}
