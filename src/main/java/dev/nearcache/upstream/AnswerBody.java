package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import dev.nearcache.upstream.PassedAnswer.Silence;
import dev.nearcache.upstream.UpstreamException.Reason;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.streams.ReadStream;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The body of an answer, as it comes and no faster than it is taken. Given up when its connection is found dead or, if
 * silence is limited, when nothing comes though something was asked for. Confined to the context of the request.
 */
final class AnswerBody implements ReadStream<Buffer> {
    private final String server;
    private final HttpClientResponse response;
    private final Timers timers;
    private final Path.Expected rest;
    private final Optional<Link> link;
    private final Link.Follower follower = new Follower();
    private final Duration idleLimit;
    private Handler<Throwable> onFailure = broken -> {};
    private @Nullable Handler<Void> onEnd;
    private Timers.Scheduled idle = () -> {};
    private long wanted;
    private long chunks;
    private State state = State.OPEN;

    private enum State {
        OPEN,
        CLOSED
    }

    AnswerBody(ApiClient client, HttpClientResponse response, Silence silence) {
        this.server = client.server();
        this.response = response;
        this.timers = client.timers();
        this.idleLimit = client.limits().bodyIdle();
        this.rest = client.path()
                .expect(timers, () -> giveUp("the answer broke off when the path to the API server was lost"));
        this.link = client.link(response);
        link.ifPresent(alive -> alive.follow(follower));
        response.exceptionHandler(this::broke);
        response.endHandler(end -> ended());
        if (silence == Silence.LIMITED) {
            watchIdleness(-1);
        }
    }

    @Override
    public ReadStream<Buffer> handler(@Nullable Handler<Buffer> handler) {
        response.handler(handler == null ? null : chunk -> take(chunk, handler));
        return this;
    }

    @Override
    public ReadStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
        onFailure = handler == null ? broken -> {} : handler;
        return this;
    }

    @Override
    public ReadStream<Buffer> endHandler(@Nullable Handler<Void> handler) {
        onEnd = handler;
        return this;
    }

    @Override
    public ReadStream<Buffer> pause() {
        wanted = 0;
        response.pause();
        return this;
    }

    @Override
    public ReadStream<Buffer> resume() {
        return fetch(Long.MAX_VALUE);
    }

    @Override
    public ReadStream<Buffer> fetch(long amount) {
        wanted = wanted + amount < 0 ? Long.MAX_VALUE : wanted + amount;
        response.fetch(amount);
        return this;
    }

    private void take(Buffer chunk, Handler<Buffer> handler) {
        if (state == State.OPEN) {
            chunks++;
            wanted = wanted == Long.MAX_VALUE ? wanted : Math.max(0, wanted - 1);
            rest.heard();
            link.ifPresent(Link::heard);
            handler.handle(chunk);
        }
    }

    private void ended() {
        if (close() && onEnd != null) {
            onEnd.handle(null);
        }
    }

    private void broke(Throwable failure) {
        if (close()) {
            onFailure.handle(Failures.of(server, failure));
        }
    }

    /** Lets the rest go, for a reason that whoever reads is told. */
    void giveUp(Throwable why) {
        if (state == State.OPEN) {
            // In this order, since what is reset tells that it was, and not why.
            broke(why);
            Exchange.reset(response.request());
        }
    }

    private void giveUp(String why) {
        giveUp(new UpstreamException(Reason.UNREACHABLE, why, null));
    }

    /** Looks now and then instead of setting a timer for each chunk; who takes nothing waits for nothing. */
    private void watchIdleness(long chunksBefore) {
        if (chunks == chunksBefore && wanted > 0) {
            giveUp("the answer stopped for " + idleLimit.toMillis() + " ms");
            return;
        }
        long now = wanted > 0 ? chunks : -1;
        idle = timers.schedule(idleLimit, () -> watchIdleness(now));
    }

    private boolean close() {
        boolean first = state == State.OPEN;
        state = State.CLOSED;
        idle.cancel();
        rest.done();
        link.ifPresent(alive -> alive.unfollow(follower));
        return first;
    }

    /** What the connection tells, on its own context, carried over to ours. */
    private final class Follower implements Link.Follower {
        @Override
        public void proven(long nanos) {}

        @Override
        public void lost() {
            timers.defer(() -> giveUp("the connection was lost"));
        }
    }
}
