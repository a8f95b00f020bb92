package dev.nearcache.simulator;

import dev.nearcache.simulator.Change.Kind;
import io.vertx.core.Future;
import java.util.List;
import java.util.Set;

/**
 * Makes the API server fail, type by type, while it runs. From any thread; each future is done when the change holds.
 * Types are named as by {@link SimType#name}.
 */
public final class Faults {
    private final Owner owner;
    private final Cluster cluster;
    private final World world;
    private final FaultBoard board;
    private final Listener listener;

    Faults(Owner owner, Cluster cluster, World world, FaultBoard board, Listener listener) {
        this.owner = owner;
        this.cluster = cluster;
        this.world = world;
        this.board = board;
        this.listener = listener;
    }

    /** Lets the requests of a type meet a fault, after those that it meets already. */
    public Future<Fault> inject(String type, Fault fault) {
        return owner.call(() -> {
            board.add(name(type), fault);
            return fault;
        });
    }

    /** Takes a fault away; requests that it holds go on. */
    public Future<Void> lift(String type, Fault fault) {
        return owner.run(() -> board.lift(name(type), fault));
    }

    /** Makes the server differ for a type from now on. */
    public Future<Void> turnOn(String type, Quirk quirk) {
        return owner.run(() -> board.turnOn(name(type), quirk));
    }

    /** Makes it as usual again; watches that were silent catch up. */
    public Future<Void> turnOff(String type, Quirk quirk) {
        return owner.run(() -> {
            board.turnOff(name(type), quirk);
            watches(type).forEach(WatchSession::pump);
        });
    }

    /** Sets how fast lists and watches that start from now on are written (LW-22, EX-10). */
    public Future<Void> pace(String type, Pace pace) {
        return owner.run(() -> board.pace(name(type), pace));
    }

    /** Cuts all open watches of a type; gives their number. */
    public Future<Integer> cut(String type, Cut how) {
        return owner.call(() -> cutNow(type, how));
    }

    /** Sends an ERROR event on all open watches of a type and ends them (LW-13, EX-08); gives their number. */
    public Future<Integer> error(String type, StatusBody status) {
        return owner.call(() -> {
            List<WatchSession> open = watches(type);
            open.forEach(watch -> watch.error(status));
            return open.size();
        });
    }

    /** Lets a type's lists name a version that is not theirs, lower ones too, until all is cleared. */
    public Future<Void> listVersion(String type, long version) {
        return owner.run(() -> board.listVersion(name(type), version));
    }

    /**
     * Lets a type be served as by a server that lags behind and knows of nothing newer than now: lists that may be old
     * are, lists that may not are 504, and watches are not told.
     */
    public Future<Void> lag(String type) {
        return owner.run(() -> board.horizon(name(type), cluster.version()));
    }

    /** Lets it catch up. */
    public Future<Void> catchUp(String type) {
        return owner.run(() -> {
            board.horizon(name(type), Long.MAX_VALUE);
            watches(type).forEach(WatchSession::pump);
        });
    }

    /**
     * Changes a type's definition: its version, kind, scope or kind of list; its name must stay. Watches end, their
     * versions are expired, and objects are kept unless the scope is another (CR).
     */
    public Future<Void> redefine(String type, SimType next) {
        return owner.run(() -> {
            cluster.type(type).become(next, cluster.nextVersion());
            watches(type).forEach(watch -> watch.cut(Cut.END));
        });
    }

    /** Answers 401 to requests without one of these bearer tokens, from now on (AU). */
    public Future<Void> acceptOnly(Set<String> tokens) {
        return owner.run(() -> board.tokens(tokens));
    }

    /** Sends a bookmark on the open watches of a type, wanted or not. */
    public Future<Void> bookmark(String type) {
        return owner.run(() -> watches(type).forEach(watch -> watch.bookmark(cluster.version())));
    }

    /**
     * Tells the open watches of a type of something that does not happen now: the deletion of a predecessor after its
     * successor was made, a change that comes a second time.
     */
    public Future<Void> tell(String type, Kind what, SimObject object) {
        return owner.run(() -> watches(type).forEach(watch -> watch.tell(what, object)));
    }

    /** Forgets a type's history, so that a watch or a page at any version up to now is 410 (EX-01). */
    public Future<Void> compact(String type) {
        // The version moves on, or a client that is up to date could still resume.
        return owner.run(() -> cluster.type(type).compact(cluster.nextVersion()));
    }

    /** Forgets a type's history up to a version that was reached, as a server does from time to time (LW-15). */
    public Future<Void> compact(String type, long version) {
        return owner.run(() -> cluster.type(type).compact(Math.min(version, cluster.version())));
    }

    /**
     * Cuts a type's watches, changes objects unseen and forgets the history, all in one turn: the next watch is 410 and
     * the next list has the differences. Gives the objects as changed.
     *
     * @see World#many
     */
    public Future<List<SimObject>> relistWith(String type, Kind what, int objects) {
        return owner.call(() -> {
            cutNow(type, Cut.BREAK);
            List<SimObject> changed = world.silently().bulk().now(cluster.type(type), what, objects);
            cluster.type(type).compact(cluster.nextVersion());
            return changed;
        });
    }

    /** Sets the resourceVersion counter; downwards is a restore of etcd, which also cuts every watch (OR). */
    public Future<Void> jump(long version) {
        return owner.run(() -> {
            cluster.jump(version);
            cluster.types().forEach(type -> List.copyOf(type.watches()).forEach(watch -> watch.cut(Cut.END)));
        });
    }

    /** Closes all connections and refuses new ones (LW-27). */
    public Future<Void> outage() {
        return owner.call(listener::stop).compose(stopped -> stopped);
    }

    /** Ends an outage; the port is the same as before. */
    public Future<Void> recover() {
        return owner.call(listener::start).compose(started -> started).mapEmpty();
    }

    /** Shows another certificate, or asks clients for others, on connections that are opened from now on (AU-06). */
    public Future<Void> certificate(Tls next) {
        return owner.call(() -> listener.secure(next)).compose(held -> held);
    }

    /** Sends GOAWAY on all HTTP/2 connections: streams go on, new ones need a new connection (LW-20); gives their number. */
    public Future<Integer> goAway() {
        return owner.call(listener::goAway);
    }

    /** Takes all faults, quirks and paces away. */
    public Future<Void> clear() {
        return owner.run(board::clear);
    }

    private int cutNow(String type, Cut how) {
        List<WatchSession> open = watches(type);
        open.forEach(watch -> watch.cut(how));
        return open.size();
    }

    private List<WatchSession> watches(String type) {
        return List.copyOf(cluster.type(type).watches());
    }

    private String name(String type) {
        return cluster.type(type).type().name();
    }
}
