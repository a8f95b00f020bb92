package dev.nearcache.http.kube;

import dev.nearcache.query.Change;
import dev.nearcache.query.QueryException;
import dev.nearcache.query.Step;
import dev.nearcache.query.WatchSession;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;

/** A Kubernetes watch as JSON lines (kubernetes-api.md 3.1). */
final class WatchLines implements StreamPump.Source {
    private static final int PIECE = 32 << 10;
    /** Objects or events to look at in one step: a step of a selection that reads bodies then takes a few milliseconds. */
    private static final int LOOK = 128;

    /** Whether the snapshot, if there is one, ends with a mark. */
    enum EndMark {
        NONE,
        WANTED
    }

    private enum Stage {
        INITIAL,
        LIVE
    }

    private enum Bookmark {
        NOT_DUE,
        DUE
    }

    private final WatchSession session;
    private final StreamedType streamed;
    private final ResourceType type;
    private final Text text;
    private final Frames frames;
    private final OpenStream stream;
    private final EndMark endMark;
    private Iterator<Change> pending = Collections.emptyIterator();
    private Stage stage;
    private Bookmark bookmark = Bookmark.NOT_DUE;

    WatchLines(
            WatchSession session, StreamedType streamed, Text text, Frames frames, OpenStream stream, EndMark endMark) {
        this.session = session;
        this.streamed = streamed;
        this.type = streamed.type();
        this.text = text;
        this.frames = frames;
        this.stream = stream;
        this.endMark = endMark;
        this.stage = Stage.INITIAL;
    }

    @Override
    public StreamPump.Progress fill(Buffer out) {
        while (pending.hasNext() && out.length() < PIECE) {
            append(pending.next(), out);
        }
        if (pending.hasNext() || out.length() >= PIECE) {
            stream.sent(0, out.length());
            return StreamPump.Progress.MORE;
        }
        StreamPump.Progress progress = next(out);
        stream.sent(0, out.length());
        return progress;
    }

    /** A watch of a type that goes, or becomes another, ends as kube-apiserver ends it: without a word, so that its client asks. */
    private StreamPump.Progress next(Buffer out) {
        return switch (streamed.standing()) {
            case SAME -> session.next(LOOK).match(new Writing(out));
            case ANOTHER -> StreamPump.Progress.DONE;
            case GONE -> {
                StreamPump.Progress progress = session.next(LOOK).match(new Writing(out));
                yield progress == StreamPump.Progress.CAUGHT_UP ? StreamPump.Progress.DONE : progress;
            }
        };
    }

    /** A bookmark is to be sent as soon as everything before it is. */
    void requestBookmark() {
        bookmark = Bookmark.DUE;
    }

    /** An ERROR event, after which a watch ends. */
    static String error(Status status) {
        return "{\"type\":\"ERROR\",\"object\":" + new String(status.json(), StandardCharsets.UTF_8) + "}\n";
    }

    private void append(Change change, Buffer out) {
        out.appendBytes(
                switch (stage) {
                    case INITIAL -> Frames.makeLine(text, change);
                    case LIVE -> frames.line(type, text, change);
                });
        stream.sent(1, 0);
    }

    private void appendBookmark(String object, Buffer out) {
        out.appendString("{\"type\":\"BOOKMARK\",\"object\":" + object + "}\n");
    }

    private void appendDueBookmark(Buffer out) {
        if (bookmark == Bookmark.DUE) {
            bookmark = Bookmark.NOT_DUE;
            ResourceVersion covered = session.covered();
            if (session.liveFrom().isBefore(covered)) {
                appendBookmark(text.bookmark(covered), out);
            }
        }
    }

    /** Writes one step. */
    private final class Writing implements Step.Cases<StreamPump.Progress> {
        private final Buffer out;

        Writing(Buffer out) {
            this.out = out;
        }

        @Override
        public StreamPump.Progress changes(List<Change> changes, Step.Progress progress) {
            pending = changes.stream()
                    .filter(change -> change.kind() != Change.Kind.REPEATED)
                    .iterator();
            return switch (progress) {
                case MORE -> StreamPump.Progress.MORE;
                case CAUGHT_UP -> {
                    stage = Stage.LIVE;
                    while (pending.hasNext() && out.length() < PIECE) {
                        append(pending.next(), out);
                    }
                    if (pending.hasNext()) {
                        yield StreamPump.Progress.MORE;
                    }
                    appendDueBookmark(out);
                    yield StreamPump.Progress.CAUGHT_UP;
                }
            };
        }

        @Override
        public StreamPump.Progress synced(ResourceVersion version) {
            stage = Stage.LIVE;
            if (endMark == EndMark.WANTED) {
                appendBookmark(text.endOfInitialEvents(version), out);
            }
            return StreamPump.Progress.MORE;
        }

        @Override
        public StreamPump.Progress expired(ResourceVersion asked, ResourceVersion oldest) {
            out.appendString(error(Failures.of(QueryException.tooOld(asked, oldest))));
            return StreamPump.Progress.DONE;
        }
    }
}
