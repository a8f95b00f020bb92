package dev.nearcache.soak;

import dev.nearcache.simulator.Cut;
import dev.nearcache.simulator.Proxy;
import dev.nearcache.simulator.Proxy.Idle;
import dev.nearcache.simulator.Proxy.NewConnections;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Makes troubles of the network between sidecar and API server, drawn at random. One at a time: healing ends them all. */
record Network(Proxy proxy, RandomGenerator random) {
    Trouble delay() {
        return untilHealed(() -> proxy.delay(Duration.ofMillis(random.nextInt(5, 400))));
    }

    Trouble cut() {
        return Trouble.once(() -> proxy.cut(random.nextBoolean() ? Cut.END : Cut.BREAK));
    }

    Trouble cutEvery() {
        return untilHealed(() -> proxy.cutEvery(Duration.ofMillis(random.nextInt(200, 2_000))));
    }

    /** New connections break after some bytes: in the head, in a list, in a watch. */
    Trouble cutAfter() {
        long seed = random.nextLong();
        Random bytes = new Random(seed);
        return untilHealed(() -> proxy.cutAfter(() -> 1 + (long) Math.pow(10, bytes.nextDouble() * 6))
                .compose(done -> proxy.cut(Cut.BREAK)));
    }

    Trouble stall() {
        return untilHealed(proxy::stall);
    }

    Trouble stallOpen() {
        return untilHealed(proxy::stallOpen);
    }

    Trouble blackHole() {
        NewConnections how = Draw.of(List.of(NewConnections.values()), random);
        return untilHealed(() -> proxy.blackHole(how));
    }

    Trouble refuse() {
        return untilHealed(() -> proxy.refuse().compose(done -> cutSometimes()));
    }

    Trouble idle() {
        Idle how = random.nextBoolean() ? Idle.CLOSE : Idle.DROP;
        return untilHealed(() -> proxy.idle(Duration.ofMillis(random.nextInt(100, 1_500)), how));
    }

    private Future<?> cutSometimes() {
        return random.nextBoolean() ? proxy.cut(Cut.BREAK) : Future.succeededFuture();
    }

    private Trouble untilHealed(Supplier<Future<?>> beginning) {
        return Trouble.lasting(beginning, proxy::heal);
    }
}
