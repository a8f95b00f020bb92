package dev.nearcache.testing;

import dev.nearcache.http.kube.Failures;
import dev.nearcache.http.kube.Origin;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An API server that gives the answers that a test has prepared, by path and query; 404 to all else. */
public final class FakeOrigin implements Origin {
    private final Map<String, Prepared> answers = new ConcurrentHashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private volatile boolean down;

    /** A request that came. */
    public record Asked(String uri, MultiMap headers) {}

    private enum Ending {
        WHOLE,
        BROKEN
    }

    private record Prepared(int status, Map<String, String> described, String text, Ending ending) implements Answer {
        @Override
        public MultiMap headers() {
            return MultiMap.caseInsensitiveMultiMap().addAll(described);
        }

        @Override
        public ReadStream<Buffer> body() {
            return new Pieces(text, ending);
        }

        @Override
        public Future<Buffer> whole(int most) {
            return text.length() <= most
                    ? Future.succeededFuture(Buffer.buffer(text))
                    : Future.failedFuture(Failures.originLost("too long").exception());
        }

        @Override
        public void abandon() {}
    }

    /** From now on, this is the answer at a path and query. */
    public FakeOrigin answer(String uri, int status, Map<String, String> headers, String body) {
        answers.put(uri, new Prepared(status, headers, body, Ending.WHOLE));
        return this;
    }

    /** From now on, an answer begins so, and then breaks off. */
    public FakeOrigin half(String uri, String body) {
        answers.put(uri, new Prepared(200, Map.of(), body, Ending.BROKEN));
        return this;
    }

    /** The same, with JSON. */
    public FakeOrigin json(String uri, String body) {
        return answer(uri, 200, Map.of("Content-Type", "application/json"), body);
    }

    /** From now on, nobody answers. */
    public void goDown() {
        down = true;
    }

    /** From now on, it answers again. */
    public void comeUp() {
        down = false;
    }

    /** All requests so far. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    @Override
    public Future<Answer> get(String uri, MultiMap headers, Future<?> left) {
        asked.add(new Asked(uri, MultiMap.caseInsensitiveMultiMap().addAll(headers)));
        return down
                ? Future.failedFuture(Failures.originLost("connection refused").exception())
                : Future.succeededFuture(
                        answers.getOrDefault(uri, new Prepared(404, Map.of(), "404 page not found", Ending.WHOLE)));
    }

    @Override
    public Future<Answer> stream(String uri, MultiMap headers, Future<?> left) {
        return get(uri, headers, left);
    }

    /** A body in pieces of a few bytes, each given when it is asked for. */
    private static final class Pieces implements ReadStream<Buffer> {
        private static final int PIECE = 16;

        private final Queue<Buffer> left = new ArrayDeque<>();
        private final Ending ending;
        private Handler<Buffer> handler = piece -> {};
        private Handler<Throwable> broken = failure -> {};
        private @Nullable Handler<Void> end;

        Pieces(String body, Ending ending) {
            this.ending = ending;
            Buffer bytes = Buffer.buffer(body);
            for (int at = 0; at < bytes.length(); at += PIECE) {
                left.add(bytes.getBuffer(at, Math.min(bytes.length(), at + PIECE)));
            }
        }

        @Override
        public ReadStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> told) {
            broken = told == null ? failure -> {} : told;
            return this;
        }

        @Override
        public ReadStream<Buffer> handler(@Nullable Handler<Buffer> taker) {
            handler = taker == null ? piece -> {} : taker;
            return this;
        }

        @Override
        public ReadStream<Buffer> endHandler(@Nullable Handler<Void> ended) {
            end = ended;
            return this;
        }

        @Override
        public ReadStream<Buffer> pause() {
            return this;
        }

        @Override
        public ReadStream<Buffer> resume() {
            return fetch(Long.MAX_VALUE);
        }

        @Override
        public ReadStream<Buffer> fetch(long amount) {
            for (long given = 0; given < amount; given++) {
                Buffer piece = left.poll();
                if (piece == null) {
                    break;
                }
                handler.handle(piece);
            }
            Handler<Void> ended = end;
            if (left.isEmpty() && ended != null) {
                end = null;
                switch (ending) {
                    case WHOLE -> ended.handle(null);
                    case BROKEN -> broken.handle(new IllegalStateException("broke off"));
                }
            }
            return this;
        }
    }
}
