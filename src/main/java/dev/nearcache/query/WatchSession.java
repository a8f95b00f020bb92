package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.CacheEvent;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.EventLog;
import dev.nearcache.store.Slice;
import dev.nearcache.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber: a snapshot perhaps, then a cursor into the log, pulled by the subscriber's demand. Confined to one
 * thread; nothing is buffered, so it needs no closing.
 *
 * <p>A snapshot keeps its state alive while it is read. That costs no more than the log does: once the log has gone on
 * past the snapshot, what follows the snapshot is lost, and the session expires at once.
 */
public final class WatchSession {
    private final StoreReader store;
    private final Selection selection;
    private final ResourceVersion liveFrom;
    private long position;
    private ResourceVersion sent;
    private Phase phase;
    private Listening listening = Listening.NONE;

    /** What the next step comes from. */
    private interface Phase {
        Step next(int max);
    }

    private WatchSession(StoreReader store, Selection selection, long position, ResourceVersion liveFrom) {
        this.store = store;
        this.selection = selection;
        this.position = position;
        this.liveFrom = liveFrom;
        this.sent = liveFrom;
        this.phase = this::live;
    }

    /** Starts with the objects of a state. */
    static WatchSession snapshot(StoreReader store, Selection selection, CacheState state, WatchQuery.Order order) {
        WatchSession session = new WatchSession(store, selection, state.position(), state.resourceVersion());
        SnapshotFeed feed = SnapshotFeed.of(Snapshot.of(state), selection, order);
        session.phase = max -> session.initial(feed, max);
        return session;
    }

    /** Starts at a position of the log, at which everything up to a version has been seen. */
    static WatchSession at(StoreReader store, Selection selection, long position, ResourceVersion seen) {
        return new WatchSession(store, selection, position, seen);
    }

    /** Starts with what changes from now on. */
    static WatchSession live(StoreReader store, Selection selection) {
        CacheState state = store.state();
        return new WatchSession(store, selection, state.position(), state.resourceVersion());
    }

    /** Starts at the end of the log, and is silent about everything up to a version of the future. */
    static WatchSession beyond(StoreReader store, Selection selection, ResourceVersion future) {
        WatchSession session = new WatchSession(store, selection, store.log().end(), future);
        session.phase = max -> session.silent(future, max);
        return session;
    }

    /**
     * Lets it pass over what does not concern it, and share what it finds.
     *
     * @param listening to its store, for its selection, since before now
     */
    public void follow(Listening listening) {
        this.listening = listening;
    }

    /**
     * What there is for the subscriber now. Subscribers who select the same, stand at the same place and share a listening's
     * event loop are given one list, for as long as none of them is woken by something newer.
     *
     * @param max the most objects or events to look at, which bounds the work, at least 1
     */
    public Step next(int max) {
        return phase.next(max);
    }

    /** The version from which changes are live: that of the snapshot, or the one that was asked for. */
    public ResourceVersion liveFrom() {
        return liveFrom;
    }

    /**
     * The version up to which the subscriber has been given everything, or {@link ResourceVersion#NONE} while something
     * is waiting for it. Never below a version that it was given.
     */
    public ResourceVersion covered() {
        CacheState state = store.state();
        position = listening.quietTo(position);
        boolean behind = position < store.log().end() || position < state.position();
        ResourceVersion reached = state.resourceVersion();
        return behind || reached.isBefore(sent) ? ResourceVersion.NONE : reached;
    }

    /** Whether the log has more, which may not concern the subscriber. */
    public boolean isBehind() {
        return position < store.log().end();
    }

    private Step initial(SnapshotFeed feed, int max) {
        position = listening.quietTo(position);
        if (store.log().floor() > position) {
            return expired();
        }
        if (feed.isDone()) {
            phase = this::live;
            return new Step.Synced(liveFrom);
        }
        List<Change> changes = new ArrayList<>();
        for (KubeObject object : feed.next(max)) {
            changes.add(Change.initial(object));
        }
        return new Step.Changes(changes, Step.Progress.MORE);
    }

    private Step live(int max) {
        position = listening.quietTo(position);
        Optional<Reading> reading = listening.shared(position, selection, () -> read(max));
        reading.ifPresent(this::pass);
        return reading.map(Reading::step).orElseGet(this::expired);
    }

    private Step silent(ResourceVersion future, int max) {
        position = listening.quietTo(position);
        Optional<Reading> reading = read(max);
        reading.ifPresent(this::pass);
        return reading.map(found -> after(future, found)).orElseGet(this::expired);
    }

    private Step after(ResourceVersion future, Reading found) {
        List<Change> changes = found.changes().stream()
                .filter(change -> future.isBefore(change.version()))
                .toList();
        if (!changes.isEmpty()) {
            phase = this::live;
        }
        return new Step.Changes(changes, found.progress());
    }

    private Optional<Reading> read(int max) {
        EventLog log = store.log();
        return log.read(position, max)
                .match(events -> Optional.of(reading(events, log.end())), overrun -> Optional.empty());
    }

    private Reading reading(Slice.Events events, long end) {
        List<Change> changes = new ArrayList<>();
        ResourceVersion last = ResourceVersion.NONE;
        for (CacheEvent event : events.events()) {
            Change change = seen(event);
            if (change != null) {
                changes.add(change);
                last = last.max(change.version());
            }
        }
        return new Reading(
                changes, events.next(), last, events.next() < end ? Step.Progress.MORE : Step.Progress.CAUGHT_UP);
    }

    private void pass(Reading reading) {
        position = reading.next();
        sent = sent.max(reading.last());
    }

    private Step expired() {
        return new Step.Expired(sent, store.log().floorVersion());
    }

    /** The transition table (kubernetes-api.md 3.4): what was selected before, and what is now. */
    private @Nullable Change seen(CacheEvent event) {
        KubeObject before = event.previous();
        KubeObject selected = before != null && selection.matches(before) ? before : null;
        return switch (event.kind()) {
            case ADDED, MODIFIED -> selection.matches(event.object()) ? shown(event, selected) : left(event, selected);
            case DELETED -> selected == null ? null : change(Change.Kind.DELETED, event.object(), event);
            case SYNC -> selection.matches(event.object()) ? repeated(event) : null;
        };
    }

    private static Change shown(CacheEvent event, @Nullable KubeObject before) {
        return change(before == null ? Change.Kind.ADDED : Change.Kind.MODIFIED, event.object(), event);
    }

    private static @Nullable Change left(CacheEvent event, @Nullable KubeObject before) {
        return before == null ? null : change(Change.Kind.DELETED, before, event);
    }

    private static Change change(Change.Kind kind, KubeObject object, CacheEvent event) {
        return new Change(
                kind,
                object,
                event.version(),
                event.resumable() ? event.reached() : ResourceVersion.NONE,
                event.finalStateUnknown() ? Change.Finality.UNKNOWN : Change.Finality.KNOWN);
    }

    private static Change repeated(CacheEvent event) {
        return new Change(
                Change.Kind.REPEATED,
                event.object(),
                event.object().resourceVersion(),
                ResourceVersion.NONE,
                Change.Finality.KNOWN);
    }
}
