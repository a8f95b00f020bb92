package dev.nearcache.http.kube;

import dev.nearcache.query.Change;
import dev.nearcache.query.Step;
import dev.nearcache.query.WatchSession;
import dev.nearcache.resource.ResourceType;
import dev.nearcache.resource.ResourceVersion;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A Kubernetes watch as JSON lines (kubernetes-api.md 3.1). */
final class WatchLines implements StreamPump.Source {
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
    private final Optional<Frames.Form> shared;
    private final OpenStream stream;
    private final EndMark endMark;
    private List<Change> pending = List.of();
    /** The next of them to be sent. */
    private int at;

    private Stage stage;
    private Bookmark bookmark = Bookmark.NOT_DUE;

    WatchLines(
            WatchSession session, StreamedType streamed, Text text, Frames frames, OpenStream stream, EndMark endMark) {
        this.session = session;
        this.streamed = streamed;
        this.type = streamed.type();
        this.text = text;
        this.frames = frames;
        this.shared = text.sharedAs().map(Shared::new);
        this.stream = stream;
        this.endMark = endMark;
        this.stage = Stage.INITIAL;
    }

    @Override
    public StreamPump.Piece next() {
        Assembly piece = new Assembly();
        StreamPump.Progress progress = drained(piece) && piece.hasRoom() ? next(piece) : StreamPump.Progress.MORE;
        stream.sent(0, piece.bytes().length());
        return new StreamPump.Piece(piece.bytes(), progress);
    }

    /** A watch of a type that goes, or becomes another, ends as kube-apiserver ends it: without a word, so that its client asks. */
    private StreamPump.Progress next(Assembly piece) {
        return switch (streamed.standing()) {
            case SAME -> session.next(LOOK).match(new Writing(piece));
            case ANOTHER -> StreamPump.Progress.DONE;
            case GONE -> {
                StreamPump.Progress progress = session.next(LOOK).match(new Writing(piece));
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

    private boolean drained(Assembly piece) {
        while (at < pending.size() && piece.hasRoom()) {
            send(pending.subList(at, pending.size()), piece);
        }
        return at == pending.size();
    }

    /** Sends at least the first of these. All that are at this place, and see the same text, are sent these same bytes. */
    private void send(List<Change> changes, Assembly piece) {
        Optional<Frames.Form> form = stage == Stage.LIVE ? shared : Optional.empty();
        if (form.isPresent()) {
            Frames.Run run = frames.run(type, form.get(), changes);
            at += run.count();
            stream.sent(run.count(), 0);
            piece.add(run);
        } else {
            piece.own().appendBytes(Frames.makeLine(text, changes.get(0)));
            at++;
            stream.sent(1, 0);
        }
    }

    private void appendBookmark(String object, Assembly piece) {
        piece.own().appendString("{\"type\":\"BOOKMARK\",\"object\":" + object + "}\n");
    }

    /** Lines that others are sent, too. */
    private final class Shared implements Frames.Form {
        private final String name;

        Shared(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public void append(Change change, Buffer out) {
            out.appendBytes(frames.line(type, text, change));
        }
    }

    /** Writes one step. */
    private final class Writing implements Step.Cases<StreamPump.Progress> {
        private final Assembly piece;

        Writing(Assembly piece) {
            this.piece = piece;
        }

        @Override
        public StreamPump.Progress changes(List<Change> changes, Step.Progress progress) {
            pending = withoutRepeated(changes);
            at = 0;
            return switch (progress) {
                case MORE -> StreamPump.Progress.MORE;
                case CAUGHT_UP -> {
                    stage = Stage.LIVE;
                    yield drained(piece) ? caughtUp(piece) : StreamPump.Progress.MORE;
                }
            };
        }

        @Override
        public StreamPump.Progress synced(ResourceVersion version) {
            stage = Stage.LIVE;
            if (endMark == EndMark.WANTED) {
                appendBookmark(text.endOfInitialEvents(version), piece);
            }
            return StreamPump.Progress.MORE;
        }

        @Override
        public StreamPump.Progress expired(ResourceVersion asked, ResourceVersion oldest) {
            piece.own().appendString(error(Failures.of(streamed.lost(asked, oldest))));
            return StreamPump.Progress.DONE;
        }
    }

    /** The very list, as mostly, where nothing was repeated. */
    private static List<Change> withoutRepeated(List<Change> changes) {
        return changes.stream().anyMatch(WatchLines::isRepeated)
                ? changes.stream().filter(change -> !isRepeated(change)).toList()
                : changes;
    }

    private static boolean isRepeated(Change change) {
        return change.kind() == Change.Kind.REPEATED;
    }

    private StreamPump.Progress caughtUp(Assembly piece) {
        if (bookmark == Bookmark.DUE) {
            if (session.isBehind()) {
                return StreamPump.Progress.MORE;
            }
            bookmark = Bookmark.NOT_DUE;
            ResourceVersion covered = session.covered();
            if (session.liveFrom().isBefore(covered)) {
                appendBookmark(text.bookmark(covered), piece);
            }
        }
        return StreamPump.Progress.CAUGHT_UP;
    }
}
