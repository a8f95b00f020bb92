package dev.nearcache.simulator;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * A TCP proxy on 127.0.0.1 that does to connections what networks do to them; what it carries it does not look at, so
 * TLS passes. Its methods may be called from any thread; each future is done when what was asked for holds.
 */
public final class Proxy {
    private final Vertx vertx;
    private final String deployment;
    private final Owner owner;
    private final Relay relay;
    private final Counts counts;
    private final int port;

    private Proxy(Vertx vertx, String deployment, Owner owner, Relay relay, Counts counts, int port) {
        this.vertx = vertx;
        this.deployment = deployment;
        this.owner = owner;
        this.relay = relay;
        this.counts = counts;
        this.port = port;
    }

    /** What becomes of connections that are opened from now on. */
    public enum NewConnections {
        /** They work. */
        PASS,
        /** They are accepted, and whatever is sent on them vanishes. */
        SWALLOW,
        /** Nobody listens. */
        REFUSE
    }

    /** What becomes of a connection that carries nothing for too long. */
    public enum Idle {
        /** Both ends are told, by FIN. */
        CLOSE,
        /** Nobody is told, and what is sent on it from then on vanishes. */
        DROP
    }

    /** Starts one before a port of 127.0.0.1, on a free port and an event loop of its own. */
    public static Future<Proxy> start(Vertx vertx, int targetPort) {
        Counts counts = new Counts(new AtomicInteger(), new AtomicLong());
        RelayVerticle verticle = new RelayVerticle(targetPort, counts);
        return vertx.deployVerticle(verticle)
                .compose(id -> verticle.parts()
                        .map(parts -> new Proxy(vertx, id, parts.owner(), parts.relay(), counts, parts.port())));
    }

    /** The port that it listens on. */
    public int port() {
        return port;
    }

    /** Each chunk, both ways, comes later by this. */
    public Future<Void> delay(Duration each) {
        return owner.run(() -> relay.delay(each));
    }

    /**
     * Cuts all connections that are open: {@link Cut#END} by FIN, {@link Cut#BREAK} by RST; fails for the other ways,
     * which need to know what is carried. Gives how many were cut.
     */
    public Future<Integer> cut(Cut how) {
        return owner.call(() -> relay.cut(how));
    }

    /** Cuts all connections by RST, again and again until {@link #heal}. */
    public Future<Void> cutEvery(Duration period) {
        return owner.run(() -> relay.cutEvery(period));
    }

    /**
     * Cuts each new connection by RST once it has carried so many bytes from the server.
     *
     * @param bytes asked once a connection, on the proxy's thread
     */
    public Future<Void> cutAfter(LongSupplier bytes) {
        return owner.run(() -> relay.cutAfter(bytes));
    }

    /** Nothing passes on any connection, old or new; nothing is lost, and all goes on at {@link #heal}. */
    public Future<Void> stall() {
        return owner.run(() -> relay.stall(Passage.STALLED));
    }

    /** Nothing passes on the connections that are open, until {@link #heal}; new ones work (LW-28). */
    public Future<Void> stallOpen() {
        return owner.run(() -> relay.stall(Passage.OPEN));
    }

    /** Open connections stay open, and their bytes vanish for good, also after {@link #heal}. */
    public Future<Void> blackHole(NewConnections how) {
        return owner.call(() -> relay.blackHole(how)).compose(done -> done);
    }

    /** New connections are refused, open ones go on. */
    public Future<Void> refuse() {
        return owner.call(relay::refuse).compose(done -> done);
    }

    /** Connections that carry nothing either way for so long are closed or dropped. */
    public Future<Void> idle(Duration after, Idle how) {
        return owner.run(() -> relay.idle(after, how));
    }

    /** New connections work as usual, and stalled ones go on; what vanished stays lost. */
    public Future<Void> heal() {
        return owner.call(relay::heal).compose(done -> done);
    }

    /** How many clients' connections are open now. */
    public int open() {
        return counts.open().get();
    }

    /** How many connections were ever accepted. */
    public long accepted() {
        return counts.accepted().get();
    }

    /** Stops listening and cuts everything. */
    public Future<Void> close() {
        return owner.call(relay::close).compose(done -> done).compose(closed -> vertx.undeploy(deployment));
    }

    /**
     * Read from any thread, written by the proxy's own.
     *
     * @param open connections now
     * @param accepted connections ever
     */
    record Counts(AtomicInteger open, AtomicLong accepted) {}
}
