package dev.nearcache.store;

import dev.nearcache.resource.ResourceVersion;
import dev.nearcache.store.LogEntry.Timing;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The recent events of one type: a ring. A watcher is a position in it, so a slow watcher costs nothing; when the ring
 * overtakes it, it is told. Written on one thread; read on any, without locks.
 *
 * <p>The writer shows what it wrote by one volatile write of a {@link LogWindow}, together with the state that includes
 * it. A slot may be overwritten while a reader with an older window looks at it, but each entry knows its position, so a
 * reader takes the right event or learns that it was overtaken; it never takes a wrong one.
 *
 * <p>Positions only grow. With p events applied, {@code reached(p)} is the collection's version right after the last of
 * them, and {@code last(p)} the highest version seen before the next one: bookmarks and lists raise it without an event.
 */
public final class EventLog {
    private final HistoryLimits limits;
    /** What readers see. */
    private volatile LogWindow window;

    /** What was written; the writer's own. */
    private LogWindow draft;

    private long bytes;
    /** The first position at which the current version had been reached: what lies before it may go. */
    private long settled;

    EventLog(HistoryLimits limits) {
        this.limits = limits;
        this.draft = LogWindow.startingAt(0, ResourceVersion.NONE, ResourceVersion.NONE);
        this.window = draft;
    }

    /** The position of the oldest event that is held; {@link #end()} if there is none. */
    public long floor() {
        return window.floor();
    }

    /** The position that the next event will have. */
    public long end() {
        return window.end();
    }

    /** The lowest version that one may still resume from, among those that were seen. */
    public ResourceVersion floorVersion() {
        return stable(LogWindow::floorVersion);
    }

    /**
     * Where a watcher goes on that has seen everything up to a version: at the first position at which that version had
     * been reached. Events that share a version (a run of inferred deletes; a late namespace) are repeated rather than
     * missed. A version that falls between two that were seen counts as the lower one: nothing happened in between.
     */
    public Resume resumeAfter(ResourceVersion version) {
        return stable(now -> now.resumeAfter(version));
    }

    /**
     * The last position at which no more than a version had been reached, no later change is merely inferred, and no list
     * is half told: what a reader of that version saw. Expired where there is none, as for the versions within a list of
     * which only the end is known.
     */
    Resume lastAt(ResourceVersion version) {
        return stable(now -> now.lastPositionAt(version));
    }

    /**
     * Reads on from a position.
     *
     * @param max the most events to take, at least 1
     * @throws IllegalArgumentException if the position lies beyond {@link #end()}: no reader was ever given it
     */
    public Slice read(long position, int max) {
        LogWindow now = window;
        if (position > now.end()) {
            throw new IllegalArgumentException("position " + position + " lies beyond the end, " + now.end());
        }
        if (position < now.floor()) {
            return new Slice.Overrun(now.floor());
        }
        int count = (int) Math.min(max, now.end() - position);
        List<CacheEvent> events = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            LogEntry entry = now.entry(position + i);
            if (entry == null) {
                return new Slice.Overrun(floor());
            }
            events.add(entry.event());
        }
        return new Slice.Events(events, position + count);
    }

    /** The highest version seen. */
    ResourceVersion version() {
        return draft.last();
    }

    /** Appends a change; its version may be lower than one seen before (another namespace's watch is behind). */
    void append(Change change, ResourceVersion version, Instant now) {
        append(change, version, now, Timing.KNOWN);
    }

    /** Appends a deletion that nobody saw, and that happened after the present version. */
    void appendInferred(Change change, Instant now) {
        append(change, draft.last(), now, Timing.INFERRED);
    }

    /** Appends a change, with what is known of when it happened. */
    void append(Change change, ResourceVersion version, Instant now, Timing timing) {
        makeRoom();
        LogWindow old = draft;
        ResourceVersion reached = old.last().max(version);
        boolean raises = old.last().isBefore(reached);
        CacheEvent event = change.at(old.end(), version, reached, raises);
        LogEntry entry = new LogEntry(event, old.last(), now.toEpochMilli(), event.retiredBytes(), timing);
        draft = old.append(entry, reached);
        bytes += entry.retiredBytes();
        if (raises) {
            settled = old.end() + 1;
        }
        evict(now);
    }

    /** Notes that everything up to a version has been seen; does nothing if that is not news. */
    void raise(ResourceVersion version) {
        if (draft.last().isBefore(version)) {
            draft = draft.raised(version);
            settled = draft.end();
        }
    }

    /**
     * Drops all events, and starts again at a version that may be lower than before. One position is left out, so that
     * every reader finds itself overrun, even one that had read everything.
     */
    void restart(ResourceVersion version) {
        draft = LogWindow.startingAt(draft.end() + 1, version, draft.abandoned().max(draft.last()));
        settled = draft.end();
        bytes = 0;
    }

    /** Shows readers all that was written. */
    void publish() {
        window = draft;
    }

    /** Drops events that are too old. */
    void expire(Instant now) {
        evict(now);
    }

    /** The bytes that {@link HistoryLimits#bytes()} limits. */
    long bytes() {
        return bytes;
    }

    /** An answer from one window, none of whose events was overtaken meanwhile. */
    private <R> R stable(Function<LogWindow, R> question) {
        while (true) {
            LogWindow now = window;
            R answer = question.apply(now);
            if (window.floor() == now.floor()) {
                return answer;
            }
        }
    }

    private void makeRoom() {
        LogWindow now = draft;
        if (now.isFull() && now.ring().length() < limits.events()) {
            draft = now.withCapacity(Math.min(2 * now.ring().length(), limits.events()));
        } else if (now.isFull()) {
            evictUpTo(now.floor() + 1);
        }
    }

    /**
     * Drops what is too old or too much, but never what lies behind {@link #settled}: the current version must stay a
     * place to resume from, since a client may just have listed at it. The newest event stays, whatever its size.
     */
    private void evict(Instant now) {
        LogWindow held = draft;
        long oldest = now.minus(limits.age()).toEpochMilli();
        long kept = bytes;
        long to = held.floor();
        while (to < settled) {
            LogEntry entry = Objects.requireNonNull(held.entry(to));
            boolean tooMuch = kept > limits.bytes() && to + 1 < held.end();
            if (!tooMuch && entry.appliedAt() >= oldest) {
                break;
            }
            kept -= entry.retiredBytes();
            to++;
        }
        evictUpTo(to);
    }

    /**
     * Drops the events before a position. Readers must learn the new floor before a slot is touched, but not yet what
     * else was written; unless that is so much that it pushed out everything they could see.
     */
    private void evictUpTo(long position) {
        LogWindow held = draft;
        for (long evicted = held.floor(); evicted < position; evicted++) {
            bytes -= Objects.requireNonNull(held.entry(evicted)).retiredBytes();
        }
        if (position > held.floor()) {
            draft = held.startingFrom(position);
            LogWindow seen = window;
            window = position <= seen.end() ? seen.startingFrom(position) : draft;
            held.clearUpTo(position);
        }
    }
}
