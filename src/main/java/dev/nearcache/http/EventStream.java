package dev.nearcache.http;

import dev.nearcache.http.kube.Assembly;
import dev.nearcache.http.kube.Frames;
import dev.nearcache.http.kube.OpenStream;
import dev.nearcache.http.kube.StreamPump;
import dev.nearcache.http.kube.StreamPump.Progress;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** Several types as one stream of server-sent events, each in turn. Confined to its event loop. */
final class EventStream implements StreamPump.Source {
    private final List<EventFeed> feeds;
    private final OpenStream stream;
    private int turn;

    EventStream(List<EventFeed> feeds, OpenStream stream) {
        this.feeds = List.copyOf(feeds);
        this.stream = stream;
    }

    @Override
    public StreamPump.Piece next() {
        Piece piece = new Piece();
        Progress progress = fill(piece);
        Buffer bytes = piece.assembly.bytes();
        stream.sent(piece.events, bytes.length());
        return new StreamPump.Piece(bytes, progress);
    }

    private Progress fill(Piece piece) {
        Progress progress = Progress.CAUGHT_UP;
        // Each piece begins with another type, so that one that is always busy does not starve the others.
        turn = (turn + 1) % feeds.size();
        for (int i = 0; i < feeds.size() && progress != Progress.DONE; i++) {
            if (!piece.hasRoom()) {
                return Progress.MORE;
            }
            progress = of(progress, feeds.get((turn + i) % feeds.size()).fill(piece));
        }
        return progress;
    }

    /** Resume points are to be moved on the types that are quiet. */
    void requestBookmarks() {
        feeds.forEach(EventFeed::requestBookmark);
    }

    /** The stream is done when one of its types is, and has more when one of them has. */
    private static Progress of(Progress some, Progress other) {
        return other == Progress.CAUGHT_UP ? some : other;
    }

    private final class Piece implements EventSink {
        private final Assembly assembly = new Assembly();
        private int events;

        @Override
        public boolean hasRoom() {
            return assembly.hasRoom();
        }

        @Override
        public boolean isOfOneType() {
            return feeds.size() == 1;
        }

        @Override
        public void event(String name, IdRule rule, byte[] data) {
            events++;
            Buffer out = assembly.own();
            EventForm.head(name, out);
            if (rule == IdRule.MOVES) {
                EventForm.id(EventIds.of(feeds), out);
            }
            EventForm.data(data, out);
        }

        @Override
        public void run(Frames.Run run) {
            events += run.count();
            assembly.add(run);
        }
    }
}
