package dev.nearcache.reflector;

import dev.nearcache.delta.DeltaSink;
import dev.nearcache.reflector.ReflectorState.Listing;
import dev.nearcache.reflector.ReflectorState.Pages;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ObjectKey;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.time.Timers;
import dev.nearcache.upstream.ListerWatcher;
import dev.nearcache.upstream.UpstreamException;
import dev.nearcache.upstream.UpstreamException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Lists again beside the open watch, which goes on: now and then, since an event that was lost leaves an object wrong
 * for as long as the watch looks healthy, and when something was found wrong. Stands before the sink as a sink, so that
 * it sees what the watch brings meanwhile. Confined to one thread.
 *
 * <p>The list is a consistent read, so its version is not older than anything that had come when it was asked for. What
 * the watch brings while it is under way, and is newer, is kept aside and laid over it; what it brings afterwards and
 * is older is in it already, and is dropped. So neither goes back in time.
 */
final class Refresh implements DeltaSink {
    private static final Duration RETRY = Duration.ofSeconds(30);

    private final DeltaSink sink;
    private final Owner owner;
    private final ReflectorObserver observer;
    private final Timers timers;
    private final RandomGenerator random;
    private final Duration period;
    private final long pageSize;
    private final PagedList list;
    private Timers.Scheduled next = () -> {};
    private Optional<Run> run = Optional.empty();
    private Place place = Place.ALONE;
    private ResourceVersion covered = ResourceVersion.NONE;

    /** Whether there is a watch to list beside. */
    private enum Place {
        /** No list was complete yet, or another is under way. */
        ALONE,
        BESIDE
    }

    /** The reflector that it works for. */
    interface Owner {
        /** The version that the sink holds in full. */
        ResourceVersion reflected();

        /** The sink holds this version in full. */
        void reflected(ResourceVersion version);

        /** The newest version of the server is before ours. */
        void wentBack(ResourceVersion theirs);
    }

    /**
     * One list beside the watch.
     *
     * @param listing the request that is out
     * @param since the version that was held when it was asked for
     * @param changes what has come on the watch since; empty for a deletion
     */
    private record Run(
            RefreshCause cause, ReflectorState listing, ResourceVersion since, Map<ObjectKey, Late> changes) {
        Run at(ReflectorState next) {
            return new Run(cause, next, since, changes);
        }
    }

    /** What came late; without an object, a deletion. */
    private record Late(ResourceVersion version, Optional<KubeObject> object) {}

    Refresh(
            ListerWatcher source,
            DeltaSink sink,
            Owner owner,
            ReflectorSettings settings,
            Timers timers,
            RandomGenerator random,
            ReflectorObserver observer) {
        this.sink = sink;
        this.owner = owner;
        this.observer = observer;
        this.timers = timers;
        this.random = random;
        this.period = settings.safetyRelist();
        this.pageSize = settings.pageSize();
        this.list = new PagedList(source, settings.allowances(), new Answers());
    }

    /** Lists now, unless it does already, or a list of the main path is on its way. */
    void now(RefreshCause cause) {
        if (place == Place.BESIDE && run.isEmpty()) {
            next.cancel();
            run = Optional.of(new Run(cause, new ReflectorState.Idle(), owner.reflected(), new LinkedHashMap<>()));
            list.ask(Listing.begin(ListPosition.NEWEST_VERSION, pageSize));
        }
    }

    /**
     * Ends until the next list of the main path. That one may come from a cache of the server's and be older than a list
     * beside it, so neither may be laid over the other.
     */
    void stop() {
        next.cancel();
        run = Optional.empty();
        place = Place.ALONE;
    }

    /** The version that the sink holds in full when the watch has come to this one. */
    ResourceVersion heldAt(ResourceVersion watched) {
        return watched.max(covered);
    }

    /** At random in the last fifth of the period, so that not all types list together. */
    private void schedule() {
        next.cancel();
        if (!period.isZero()) {
            long nanos = period.toNanos() - (long) (random.nextDouble() * 0.2 * period.toNanos());
            next = timers.schedule(Duration.ofNanos(nanos), () -> now(RefreshCause.SAFETY));
        }
    }

    @Override
    public void add(KubeObject object) {
        if (isNews(object, Optional.of(object))) {
            sink.add(object);
        }
    }

    @Override
    public void update(KubeObject object) {
        if (isNews(object, Optional.of(object))) {
            sink.update(object);
        }
    }

    @Override
    public void delete(KubeObject object) {
        if (isNews(object, Optional.empty())) {
            sink.delete(object);
        }
    }

    private boolean isNews(KubeObject object, Optional<KubeObject> there) {
        ResourceVersion version = object.resourceVersion();
        if (!covered.isNone() && !covered.isBefore(version)) {
            return false;
        }
        run.ifPresent(under -> under.changes().put(object.key(), new Late(version, there)));
        return true;
    }

    /** A list of the main path, which may have gone back: what was before is forgotten. */
    @Override
    public void replace(List<KubeObject> objects, ResourceVersion version) {
        run = Optional.empty();
        covered = ResourceVersion.NONE;
        sink.replace(objects, version);
        place = Place.BESIDE;
        schedule();
    }

    @Override
    public void resync() {
        sink.resync();
    }

    @Override
    public void bookmark(ResourceVersion version) {
        sink.bookmark(heldAt(version));
    }

    private void complete(Run done, List<KubeObject> objects, ResourceVersion version) {
        if (version.isNone()) {
            failed(
                    done.cause(),
                    new UpstreamException(
                            Reason.BAD_ANSWER, "a list without a version cannot be laid over a watch", null));
            return;
        }
        run = Optional.empty();
        if (version.isBefore(done.since())) {
            owner.wentBack(version);
            return;
        }
        covered = version;
        ResourceVersion held = heldAt(owner.reflected());
        // The sink first: a version must not be claimed before it has what that stands for.
        sink.replace(withLater(objects, version, done.changes()), held);
        owner.reflected(held);
        schedule();
        observer.refreshed(done.cause(), objects.size(), version);
    }

    private static List<KubeObject> withLater(
            List<KubeObject> objects, ResourceVersion version, Map<ObjectKey, Late> changes) {
        changes.values().removeIf(late -> !version.isBefore(late.version()));
        if (changes.isEmpty()) {
            return objects;
        }
        List<KubeObject> merged = new ArrayList<>(objects.size() + changes.size());
        objects.stream().filter(object -> !changes.containsKey(object.key())).forEach(merged::add);
        changes.values().forEach(late -> late.object().ifPresent(merged::add));
        return merged;
    }

    private void failed(RefreshCause cause, UpstreamException failure) {
        run = Optional.empty();
        Duration pause = period.isZero() || RETRY.compareTo(period) < 0 ? RETRY : period;
        next = timers.schedule(pause, () -> now(cause));
        observer.refreshFailed(cause, failure);
    }

    /** What becomes of the list. */
    private final class Answers implements PagedList.Outcome {
        @Override
        public boolean isIn(ReflectorState state) {
            return run.filter(under -> under.listing() == state).isPresent();
        }

        @Override
        public void enter(ReflectorState state) {
            run = run.map(under -> under.at(state));
        }

        @Override
        public void listed(Listing last, Pages pages) {
            run.ifPresent(under -> complete(under, pages.items(), pages.version()));
        }

        @Override
        public void refused(Stage stage, UpstreamException failure) {}

        @Override
        public void pagesLost(Listing listing, UpstreamException failure) {}

        @Override
        public void failed(Listing listing, UpstreamException failure) {
            run.ifPresent(under -> Refresh.this.failed(under.cause(), failure));
        }
    }
}
