package dev.nearcache.http;

import dev.nearcache.http.EventSink.IdRule;
import dev.nearcache.http.kube.Frames;
import dev.nearcache.http.kube.StreamPump.Progress;
import dev.nearcache.http.kube.StreamedType;
import dev.nearcache.http.kube.StreamedType.Standing;
import dev.nearcache.http.kube.TypeText;
import dev.nearcache.query.CachedResource;
import dev.nearcache.query.Change;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.Step;
import dev.nearcache.query.WatchSession;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import java.util.List;

/** A session as events: objects without ids until the snapshot is complete, then changes with them. */
final class EventFlow implements EventFeed.Phase {
    /** Objects or events to look at in one step. */
    private static final int LOOK = 128;

    /** What becomes of a session that cannot go on. */
    interface Loss {
        /** The log has overtaken it. */
        Progress lost(QueryException why, EventSink sink);

        /** Its type has become another, and is being listed anew. */
        Progress changed();

        /** Its type is gone. */
        Progress gone(EventSink sink);
    }

    private enum Stage {
        SNAPSHOT,
        LIVE
    }

    private enum Bookmark {
        NOT_DUE,
        DUE
    }

    private final CachedResource resource;
    private final StreamedType streamed;
    private final ResourceType type;
    private final WatchSession session;
    private final Frames frames;
    private final Frames.Form form;
    private final Loss loss;
    private Stage stage;
    private ResourceVersion id;
    private Bookmark bookmark = Bookmark.NOT_DUE;
    private List<Change> pending = List.of();
    /** The next of them to be sent. */
    private int at;

    private EventFlow(
            CachedResource resource, WatchSession session, Frames frames, Loss loss, Stage stage, ResourceVersion id) {
        this.resource = resource;
        this.streamed = StreamedType.of(resource);
        this.type = streamed.type();
        this.session = session;
        this.frames = frames;
        this.form = new EventForm(resource, type, frames);
        this.loss = loss;
        this.stage = stage;
        this.id = id;
    }

    /** A session that starts with a snapshot. */
    static EventFlow snapshot(CachedResource resource, WatchSession session, Frames frames, Loss loss) {
        return new EventFlow(resource, session, frames, loss, Stage.SNAPSHOT, ResourceVersion.NONE);
    }

    /** A session that goes on after a version. */
    static EventFlow resumed(
            CachedResource resource, WatchSession session, Frames frames, Loss loss, ResourceVersion after) {
        return new EventFlow(resource, session, frames, loss, Stage.LIVE, after);
    }

    @Override
    public ResourceVersion id() {
        return id;
    }

    @Override
    public void requestBookmark() {
        bookmark = Bookmark.DUE;
    }

    @Override
    public Progress fill(EventSink sink) {
        Standing standing = streamed.standing();
        if (standing == Standing.ANOTHER) {
            return loss.changed();
        }
        if (!drained(sink)) {
            return Progress.MORE;
        }
        Progress progress = next(sink);
        return progress == Progress.CAUGHT_UP && standing == Standing.GONE ? loss.gone(sink) : progress;
    }

    private Progress next(EventSink sink) {
        return session.next(LOOK).match(new Step.Cases<>() {
            @Override
            public Progress changes(List<Change> changes, Step.Progress progress) {
                pending = changes;
                at = 0;
                return switch (progress) {
                    case MORE -> Progress.MORE;
                    case CAUGHT_UP -> drained(sink) ? caughtUp(sink) : Progress.MORE;
                };
            }

            @Override
            public Progress synced(ResourceVersion version) {
                stage = Stage.LIVE;
                id = version;
                sink.event("SYNCED", IdRule.MOVES, EventText.synced(resource, new TypeText(type), version));
                return Progress.MORE;
            }

            @Override
            public Progress expired(ResourceVersion asked, ResourceVersion oldest) {
                return loss.lost(QueryException.tooOld(asked, oldest), sink);
            }
        });
    }

    private boolean drained(EventSink sink) {
        while (at < pending.size() && sink.hasRoom()) {
            if (stage == Stage.LIVE && sink.isOfOneType()) {
                sendRun(sink);
            } else {
                send(pending.get(at++), sink);
            }
        }
        return at == pending.size();
    }

    /** All that are at this place are sent these same bytes. */
    private void sendRun(EventSink sink) {
        Frames.Run run = frames.run(type, form, pending.subList(at, pending.size()));
        for (Change change : pending.subList(at, at + run.count())) {
            if (!change.resumeAt().isNone()) {
                id = change.resumeAt();
            }
        }
        at += run.count();
        sink.run(run);
    }

    private void send(Change change, EventSink sink) {
        byte[] data = switch (stage) {
            case SNAPSHOT -> Frames.makeData(resource, type, change);
            case LIVE -> frames.data(resource, type, change);
        };
        boolean moves = stage == Stage.LIVE && !change.resumeAt().isNone();
        if (moves) {
            id = change.resumeAt();
        }
        sink.event(Frames.eventType(change), moves ? IdRule.MOVES : IdRule.KEEPS, data);
    }

    private Progress caughtUp(EventSink sink) {
        if (bookmark == Bookmark.DUE) {
            if (session.isBehind()) {
                return Progress.MORE;
            }
            bookmark = Bookmark.NOT_DUE;
            ResourceVersion covered = session.covered();
            if (id.isBefore(covered)) {
                id = covered;
                sink.event("BOOKMARK", IdRule.MOVES, EventText.bookmark(resource, new TypeText(type), covered));
            }
        }
        return Progress.CAUGHT_UP;
    }
}
