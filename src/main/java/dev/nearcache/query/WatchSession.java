package dev.nearcache.query;

import dev.nearcache.resource.KubeObject;
import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.CacheEvent;
import dev.nearcache.store.CacheState;
import dev.nearcache.store.Slice;
import dev.nearcache.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
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
     * What there is for the subscriber now.
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
        boolean behind = position < store.log().end() || position < state.position();
        ResourceVersion reached = state.resourceVersion();
        return behind || reached.isBefore(sent) ? ResourceVersion.NONE : reached;
    }

    private Step initial(SnapshotFeed feed, int max) {
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
        return store.log()
                .read(position, max)
                .match(events -> new Step.Changes(selected(events), progress(events)), overrun -> expired());
    }

    private Step silent(ResourceVersion future, int max) {
        Slice slice = store.log().read(position, max);
        return slice.match(
                events -> {
                    List<Change> changes = selected(events);
                    changes.removeIf(change -> !future.isBefore(change.version()));
                    if (!changes.isEmpty()) {
                        phase = this::live;
                    }
                    return new Step.Changes(changes, progress(events));
                },
                overrun -> expired());
    }

    private List<Change> selected(Slice.Events events) {
        List<Change> changes = new ArrayList<>();
        for (CacheEvent event : events.events()) {
            Change change = seen(event);
            if (change != null) {
                changes.add(change);
                sent = sent.max(change.version());
            }
        }
        position = events.next();
        return changes;
    }

    private Step.Progress progress(Slice.Events events) {
        return events.next() < store.log().end() ? Step.Progress.MORE : Step.Progress.CAUGHT_UP;
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
