package dev.nearcache.http;

import dev.nearcache.http.kube.OpenStream;
import dev.nearcache.http.kube.StreamPump;
import dev.nearcache.http.kube.StreamPump.Progress;
import io.vertx.core.buffer.Buffer;
import java.util.List;

/** Several types as one stream of server-sent events, each in turn. Confined to its event loop. */
final class EventStream implements StreamPump.Source {
    private static final int PIECE = 32 << 10;

    private final List<EventFeed> feeds;
    private final OpenStream stream;
    private int turn;

    EventStream(List<EventFeed> feeds, OpenStream stream) {
        this.feeds = List.copyOf(feeds);
        this.stream = stream;
    }

    @Override
    public Progress fill(Buffer out) {
        Piece piece = new Piece(out);
        Progress progress = Progress.CAUGHT_UP;
        // Each piece begins with another type, so that one that is always busy does not starve the others.
        turn = (turn + 1) % feeds.size();
        for (int i = 0; i < feeds.size() && progress != Progress.DONE; i++) {
            if (!piece.hasRoom()) {
                progress = Progress.MORE;
                break;
            }
            progress = of(progress, feeds.get((turn + i) % feeds.size()).fill(piece));
        }
        stream.sent(piece.events, out.length());
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
        private final Buffer out;
        private int events;

        Piece(Buffer out) {
            this.out = out;
        }

        @Override
        public boolean hasRoom() {
            return out.length() < PIECE;
        }

        @Override
        public void event(String name, IdRule rule, byte[] data) {
            events++;
            out.appendString("event: " + name + "\n");
            if (rule == IdRule.MOVES) {
                out.appendString("id: " + EventIds.of(feeds) + "\n");
            }
            out.appendString("data: ").appendBytes(data).appendString("\n\n");
        }
    }
}
