package dev.nearcache.upstream;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The life of one HTTP/2 connection: it is asked for a sign of life again and again (PING), and closed when none comes.
 *
 * <p>Two things are told apart. Whatever is heard, a byte of any stream or an acknowledged PING, keeps the connection
 * open, so a slow path with much to carry is not taken for a dead one. But only an acknowledged PING says how old what
 * we hold may be, and it is dated by its question: a path that holds bytes back for a minute delivers the past.
 *
 * <p>Silence is counted in turns of our own clock, not measured by it: after a pause of this process the signs of life
 * that wait in the socket are read before the next turn counts them as missing.
 *
 * <p>Ticks on the connection's context; {@link #heard} and {@link #follow} may be called on any thread.
 */
final class Link {
    private static final int TICKS = 8;
    private static final int PING_TICKS = 2;

    /** Three quarters of the limit: the last is for opening a new connection, so that a sound path is never stale. */
    private static final int DEAD_TICKS = 6;

    private final HttpConnection connection;
    private final Timers timers;
    private final Duration tick;
    private final Runnable onDeath;
    private final Set<Follower> followers = ConcurrentHashMap.newKeySet();
    private Timers.Scheduled next = () -> {};
    private Future<?> ping = Future.succeededFuture();
    private int ticks;
    private int silentTicks;
    private long seenNanos;
    private volatile long heardNanos;

    /** Who depends on the connection. Called on the connection's context. */
    interface Follower {
        /** The server was there at this moment, of {@link Timers#nanos}, and all that it had sent before has come. */
        void proven(long nanos);

        /** The connection is dead: nothing more will come. */
        void lost();
    }

    /**
     * The life of a connection that was opened just now.
     *
     * @param deadPeer how long a connection may be without a sign of life
     * @param onDeath is told, after the followers, when it is given up
     */
    Link(HttpConnection connection, Timers timers, Duration deadPeer, Runnable onDeath) {
        this.connection = connection;
        this.timers = timers;
        this.tick = deadPeer.dividedBy(TICKS);
        this.onDeath = onDeath;
        this.heardNanos = timers.nanos();
        this.seenNanos = heardNanos;
    }

    void start() {
        next = timers.schedule(tick, this::tick);
    }

    void stop() {
        next.cancel();
    }

    void heard() {
        heardNanos = timers.nanos();
    }

    void follow(Follower follower) {
        followers.add(follower);
    }

    void unfollow(Follower follower) {
        followers.remove(follower);
    }

    private void tick() {
        long heard = heardNanos;
        silentTicks = heard == seenNanos ? silentTicks + 1 : 0;
        seenNanos = heard;
        if (silentTicks >= DEAD_TICKS) {
            die();
            return;
        }
        if (++ticks % PING_TICKS == 0 && ping.isComplete()) {
            ping();
        }
        next = timers.schedule(tick, this::tick);
    }

    private void ping() {
        long asked = timers.nanos();
        ping = connection.ping(Buffer.buffer(Long.BYTES).setLong(0, asked)).onSuccess(acknowledged -> {
            heard();
            followers.forEach(follower -> follower.proven(asked));
        });
        ping.onFailure(closed -> {});
    }

    /** The followers are told when it is closed, so that what they ask for next does not go on it; at the latest soon. */
    private void die() {
        next = timers.schedule(tick, this::tellFollowers);
        connection.close().onComplete(closed -> tellFollowers());
        onDeath.run();
    }

    private void tellFollowers() {
        followers.forEach(Follower::lost);
    }
}
