package dev.nearcache.simulator;

import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Change.Telling;
import dev.nearcache.time.Timers;
import io.vertx.core.buffer.Buffer;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One open watch: a cursor into its type's history, moved as the client takes what was written. A client that is
 * lapped by the history is ended without an error event (kubernetes-api.md 3.5).
 */
final class WatchSession {
    /** Objects or changes handled in one turn: some 5 ms with selectors. */
    private static final int SLICE = 100;

    private enum Turn {
        IDLE,
        WAITING
    }

    private final TypeState state;
    private final Selection selection;
    private final FaultBoard faults;
    private final Timers timers;
    private final Output output;
    private final Iterator<Buffer> opening;
    private long cursor;
    private long liveFrom;
    private Turn turn = Turn.IDLE;

    /**
     * A watch that first writes some lines, then every change above a version.
     *
     * @param opening the initial events, made as they are written; an empty one stands for an object not selected
     * @param after live events have higher versions than this
     */
    WatchSession(
            TypeState state,
            Selection selection,
            FaultBoard faults,
            Timers timers,
            Output output,
            Iterator<Buffer> opening,
            long after) {
        this.state = state;
        this.selection = selection;
        this.faults = faults;
        this.timers = timers;
        this.output = output;
        this.opening = opening;
        this.cursor = state.history().changes().after(after);
        this.liveFrom = after;
    }

    /** Writes what there is, as far as the client takes it. */
    void pump() {
        if (turn == Turn.IDLE) {
            write();
        }
    }

    private void write() {
        turn = Turn.IDLE;
        if (output.closed() || faults.shows(state.type(), Quirk.SILENT_WATCHES)) {
            return;
        }
        if (cursor < state.history().changes().first()) {
            output.end();
            return;
        }
        Buffer lines = Buffer.buffer();
        for (int i = 0; i < SLICE && behind(); i++) {
            lines.appendBuffer(opening.hasNext() ? opening.next() : next());
        }
        if (lines.length() > 0) {
            output.write(lines);
        }
        if (behind()) {
            turn = Turn.WAITING;
            if (output.full()) {
                output.whenRoom(this::write);
            } else {
                timers.defer(this::write);
            }
        }
    }

    private boolean behind() {
        Ring changes = state.history().changes();
        return opening.hasNext()
                || (cursor < changes.end() && changes.get(cursor).version() <= faults.horizon(state.type()));
    }

    /** Promises that everything up to a version was written, if it was. */
    void bookmark(long version) {
        if (turn == Turn.IDLE
                && !behind()
                && version > liveFrom
                && version <= faults.horizon(state.type())
                && !output.full()
                && !faults.shows(state.type(), Quirk.NO_BOOKMARKS)
                && !faults.shows(state.type(), Quirk.SILENT_WATCHES)) {
            output.write(WatchLines.bookmark(state.type(), version));
        }
    }

    /** Sends an event that is none of the history's. */
    void tell(Kind what, SimObject object) {
        output.write(WatchLines.object(what, object));
    }

    /** Ends the stream in one of the ways in which streams end. */
    void cut(Cut how) {
        switch (how) {
            case END -> output.end();
            case BREAK -> output.breakOff();
            case MID_LINE -> {
                output.write(Buffer.buffer("{\"type\":\"MODIFIED\",\"object\":{\"kind\":\""
                        + state.type().kind()));
                output.breakOff();
            }
            case NO_NEWLINE -> {
                output.write(Buffer.buffer(
                        WatchLines.bookmark(state.type(), reached()).toString().stripTrailing()));
                output.end();
            }
        }
    }

    /** Sends an ERROR event and ends the stream. */
    void error(StatusBody status) {
        output.write(WatchLines.error(status));
        output.end();
    }

    /** The version of the last change that was written: a bookmark never says less. */
    private long reached() {
        Ring changes = state.history().changes();
        return cursor > changes.first()
                ? Math.max(liveFrom, changes.get(cursor - 1).version())
                : liveFrom;
    }

    private Buffer next() {
        Change change = state.history().changes().get(cursor++);
        if (change.version() <= liveFrom || change.telling() == Telling.SILENT) {
            return Buffer.buffer();
        }
        return seen(change).map(line -> line).orElseGet(Buffer::buffer);
    }

    /** The change as this watch's selection shows it: entering is an add, leaving a delete (kubernetes-api.md 3.4). */
    private Optional<Buffer> seen(Change change) {
        SimObject previous = change.previous();
        boolean was = selects(previous);
        boolean is = selects(change.after());
        if (is) {
            return Optional.of(WatchLines.object(was ? Kind.MODIFIED : Kind.ADDED, change.object()));
        }
        return was && previous != null
                ? Optional.of(WatchLines.object(Kind.DELETED, previous.at(change.version())))
                : Optional.empty();
    }

    private boolean selects(@Nullable SimObject object) {
        return object != null && selection.matches(object);
    }
}
