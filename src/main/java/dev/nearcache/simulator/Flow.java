package dev.nearcache.simulator;

import dev.nearcache.time.Timers;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A client's connection to a {@link Proxy} and the one that carries it on. Confined to the proxy's context. */
final class Flow {
    private final NetSocket client;
    private final Timers timers;
    private final Supplier<Traffic> traffic;
    private final List<NetSocket> ends = new ArrayList<>();
    private final List<Pipe> pipes = new ArrayList<>();
    private Passage passage;
    private Timers.Scheduled idling = () -> {};
    private Runnable gone = () -> {};
    private long lastUse;

    Flow(NetSocket client, Timers timers, Supplier<Traffic> traffic) {
        this.client = client;
        this.timers = timers;
        this.traffic = traffic;
        this.passage = traffic.get().arriving();
        ends.add(client);
        used();
    }

    /** Sets what is to be done once both connections are closed. */
    void onceGone(Runnable task) {
        gone = task;
    }

    /** Connects the client's connection with the one to the target. */
    void carryOn(NetSocket target) {
        if (ends.isEmpty()) {
            target.close().onFailure(closed -> {});
            return;
        }
        target.pause();
        ends.add(target);
        pipes.add(new Pipe(client, target, this, Long.MAX_VALUE));
        pipes.add(new Pipe(target, client, this, traffic.get().budget().getAsLong()));
        set(passage);
        watchIdle();
    }

    Timers timers() {
        return timers;
    }

    Duration delay() {
        return traffic.get().delay();
    }

    void used() {
        lastUse = timers.nanos();
    }

    void set(Passage next) {
        if (passage != Passage.VANISHING) {
            passage = next;
        }
        pipes.forEach(pipe -> pipe.set(passage));
    }

    void vanish() {
        set(Passage.VANISHING);
        // Who has no target yet has no pipe that would throw away what it sends.
        if (pipes.isEmpty()) {
            client.handler(lost -> {}).resume();
        }
    }

    void heal() {
        idling.cancel();
        pipes.forEach(Pipe::liftBudget);
        set(Passage.OPEN);
    }

    void watchIdle() {
        idling.cancel();
        traffic.get().idle().ifPresent(this::watchIdle);
    }

    private void watchIdle(Traffic.IdleLimit limit) {
        Duration left = limit.after().minusNanos(timers.nanos() - lastUse);
        if (left.compareTo(Duration.ZERO) > 0) {
            idling = timers.schedule(left, () -> watchIdle(limit));
            return;
        }
        switch (limit.how()) {
            case CLOSE -> cut(Cut.END);
            case DROP -> vanish();
        }
    }

    /** Closes both connections: by RST for {@link Cut#BREAK}, else by FIN. */
    void cut(Cut how) {
        idling.cancel();
        for (NetSocket end : ends) {
            if (how == Cut.BREAK) {
                reset(end);
            } else {
                end.shutdownHandler(null).close().onFailure(closed -> {});
            }
        }
        ends.clear();
        gone.run();
    }

    /** An unsent byte must not hold it up, so it goes past Vert.x, which would write first and close then. */
    private static void reset(NetSocket socket) {
        Channel channel = ((NetSocketInternal) socket).channelHandlerContext().channel();
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.unsafe().close(channel.newPromise());
        }
    }
}
