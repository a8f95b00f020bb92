package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** Accepts connections for a {@link Proxy} and keeps them all. Confined to the proxy's context. */
final class Relay {
    private static final String LOOPBACK = "127.0.0.1";

    /** Closing a server takes its connections along; one that shuts down leaves them alone for so long. */
    private static final Duration NEVER = Duration.ofDays(100);

    private final Vertx vertx;
    private final Timers timers;
    private final int targetPort;
    private final Proxy.Counts counts;
    private final NetClient target;
    private final Set<Flow> flows = new LinkedHashSet<>();
    private Traffic traffic = Traffic.CALM;
    private Timers.Scheduled cutting = () -> {};
    private Optional<NetServer> server = Optional.empty();
    private int port;

    Relay(Vertx vertx, Timers timers, int targetPort, Proxy.Counts counts) {
        this.vertx = vertx;
        this.timers = timers;
        this.targetPort = targetPort;
        this.counts = counts;
        this.target = vertx.createNetClient();
    }

    /** Opens the port; gives its number, which stays the same from now on. */
    Future<Integer> open() {
        if (server.isPresent()) {
            return Future.succeededFuture(port);
        }
        NetServer opened = vertx.createNetServer(new NetServerOptions().setReuseAddress(true));
        server = Optional.of(opened);
        return opened.connectHandler(this::accept).listen(port, LOOPBACK).map(listening -> {
            port = listening.actualPort();
            return port;
        });
    }

    private void accept(NetSocket client) {
        counts.accepted().incrementAndGet();
        counts.open().incrementAndGet();
        client.pause().shutdownHandler(left -> {});
        client.closeHandler(closed -> counts.open().decrementAndGet());
        Flow flow = new Flow(client, timers, () -> traffic);
        flows.add(flow);
        flow.onceGone(() -> flows.remove(flow));
        if (traffic.arriving() == Passage.VANISHING) {
            flow.vanish();
        } else {
            target.connect(targetPort, LOOPBACK).onSuccess(flow::carryOn).onFailure(refused -> flow.cut(Cut.BREAK));
        }
    }

    void delay(Duration each) {
        traffic = traffic.withDelay(each);
    }

    int cut(Cut how) {
        if (how != Cut.END && how != Cut.BREAK) {
            throw new IllegalArgumentException("a connection can be cut by END or BREAK, not by " + how);
        }
        int open = counts.open().get();
        flows().forEach(flow -> flow.cut(how));
        return open;
    }

    void cutEvery(Duration period) {
        cutting.cancel();
        cutting = timers.schedule(period, () -> {
            cutEvery(period);
            cut(Cut.BREAK);
        });
    }

    void cutAfter(LongSupplier bytes) {
        traffic = traffic.withBudget(bytes);
    }

    void stall(Passage arriving) {
        traffic = traffic.withArriving(arriving);
        flows().forEach(flow -> flow.set(Passage.STALLED));
    }

    Future<Void> blackHole(Proxy.NewConnections how) {
        flows().forEach(Flow::vanish);
        traffic = traffic.withArriving(how == Proxy.NewConnections.SWALLOW ? Passage.VANISHING : Passage.OPEN);
        return how == Proxy.NewConnections.REFUSE ? refuse() : open().mapEmpty();
    }

    Future<Void> refuse() {
        server.ifPresent(open -> open.shutdown(NEVER).onFailure(closed -> {}));
        server = Optional.empty();
        // The listening socket is closed on another thread; it is when nobody answers there any more.
        return refused();
    }

    private Future<Void> refused() {
        return vertx.createNetClient()
                .connect(port, LOOPBACK)
                .transform(connected -> connected.failed()
                        ? Future.succeededFuture()
                        : connected.result().close().compose(closed -> refused()));
    }

    void idle(Duration after, Proxy.Idle how) {
        traffic = traffic.withIdle(new Traffic.IdleLimit(after, how));
        flows().forEach(Flow::watchIdle);
    }

    Future<Void> heal() {
        cutting.cancel();
        traffic = Traffic.CALM;
        flows().forEach(Flow::heal);
        return open().mapEmpty();
    }

    Future<Void> close() {
        cutting.cancel();
        flows().forEach(flow -> flow.cut(Cut.BREAK));
        return server.map(NetServer::close).orElseGet(Future::succeededFuture).compose(closed -> target.close());
    }

    /** A copy: what is done to a flow may end it. */
    private List<Flow> flows() {
        return List.copyOf(flows);
    }
}
