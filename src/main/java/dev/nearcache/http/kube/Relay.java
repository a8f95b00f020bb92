package dev.nearcache.http.kube;

import dev.nearcache.http.kube.OpenStream.Protocol;
import dev.nearcache.http.kube.Origin.Answer;
import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands answers of the API server on to clients, as they come and no faster than they are taken. */
public final class Relay {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    private final Origin origin;
    private final Relays relays;
    private final OpenStreams streams;
    private final PumpGroup pumps;
    private final Timers timers;

    /** The relay of one event loop. */
    public Relay(Origin origin, Relays relays, OpenStreams streams, PumpGroup pumps, Timers timers) {
        this.origin = origin;
        this.relays = relays;
        this.streams = streams;
        this.pumps = pumps;
        this.timers = timers;
    }

    /** One answer on its way: how it is written, and who is to be told. */
    private interface Passage {
        StreamPump pump(RelayedBody body, Consumer<StreamEnd> ended);

        void sent(int bytes);

        void ended(StreamEnd how);
    }

    /**
     * Hands on an answer that ends by itself.
     *
     * @param uri path and query
     * @return done when the answer has begun; fails with a {@link StatusException} if there is none
     */
    Future<Void> read(HttpServerRequest request, String uri) {
        relays.begin();
        Future<?> left = left(request);
        return begun(request, left, origin.get(uri, request.headers(), left), new Read(request));
    }

    /**
     * Hands on an answer that goes on until somebody ends it: a watch, or a log that is followed.
     *
     * @param resource what it is about, for those who look at the open streams
     */
    Future<Void> stream(HttpServerRequest request, String uri, String resource) {
        if (WebSocketUpgrade.isAsked(request)) {
            throw Failures.noWebSocket().exception();
        }
        pumps.checkOpen();
        OpenStream stream = streams.open(request, Protocol.WATCH, List.of(resource), timers.now());
        try {
            relays.begin();
        } catch (StatusException full) {
            streams.close(stream, StreamEnd.COMPLETE);
            throw full;
        }
        Future<?> left = left(request);
        return begun(request, left, origin.stream(uri, request.headers(), left), new Streamed(request, stream));
    }

    /** Until there is an answer, whose pump looks after it. */
    private static Future<?> left(HttpServerRequest request) {
        Promise<Void> left = Promise.promise();
        new ResponseOutlet(request).whenGone(left::tryComplete);
        return left.future();
    }

    private static Future<Void> begun(
            HttpServerRequest request, Future<?> left, Future<Answer> asked, Passage passage) {
        return asked.onFailure(none -> passage.ended(left.isComplete() ? StreamEnd.CLIENT_GONE : StreamEnd.COMPLETE))
                .compose(answer -> passOn(request, left, answer, passage));
    }

    private static Future<Void> passOn(HttpServerRequest request, Future<?> left, Answer answer, Passage passage) {
        if (left.isComplete()) {
            answer.abandon();
            passage.ended(StreamEnd.CLIENT_GONE);
            return Future.succeededFuture();
        }
        describe(request, answer);
        RelayedBody body = new RelayedBody(answer.body(), passage::sent);
        StreamPump pump = passage.pump(body, how -> {
            if (body.leave()) {
                answer.abandon();
            }
            passage.ended(how);
        });
        body.start(pump::wake, () -> cutOff(request));
        return Future.succeededFuture();
    }

    private static void describe(HttpServerRequest request, Answer answer) {
        HttpServerResponse response = request.response().setStatusCode(answer.status());
        answer.headers().forEach(header -> response.headers().add(header.getKey(), header.getValue()));
        AnswerSource.UPSTREAM.tell(response);
        boolean empty = answer.status() == 204 || answer.status() == 304;
        if (!empty && !answer.headers().contains("Content-Length")) {
            response.setChunked(true);
            // A watch may have nothing to say for long, but its head tells that it stands.
            if (request.version() != HttpVersion.HTTP_1_0) {
                response.writeHead().onFailure(gone -> {});
            }
        }
    }

    /** A clean end would pass for the end of the whole. */
    private static void cutOff(HttpServerRequest request) {
        LOG.atInfo()
                .addKeyValue("path", request.path())
                .log("an answer of the API server broke off; so does what was made of it");
        Abort.connection(request.connection());
    }

    private final class Read implements Passage {
        private final HttpServerRequest request;

        Read(HttpServerRequest request) {
            this.request = request;
        }

        @Override
        public StreamPump pump(RelayedBody body, Consumer<StreamEnd> ended) {
            return pumps.body(request, body, () -> ended.accept(StreamEnd.COMPLETE));
        }

        @Override
        public void sent(int bytes) {}

        @Override
        public void ended(StreamEnd how) {
            relays.end();
        }
    }

    private final class Streamed implements Passage {
        private final HttpServerRequest request;
        private final OpenStream stream;

        Streamed(HttpServerRequest request, OpenStream stream) {
            this.request = request;
            this.stream = stream;
        }

        @Override
        public StreamPump pump(RelayedBody body, Consumer<StreamEnd> ended) {
            return pumps.stream(request, body, ended);
        }

        @Override
        public void sent(int bytes) {
            stream.sent(0, bytes);
        }

        @Override
        public void ended(StreamEnd how) {
            streams.close(stream, how);
            relays.end();
        }
    }
}
