package dev.nearcache.simulator;

import dev.nearcache.simulator.Change.Telling;
import dev.nearcache.time.Timers;
import dev.nearcache.time.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Builds a simulator on its context, and ends it. */
final class SimulatorVerticle extends VerticleBase {
    private final SimulatorSettings settings;
    private final Promise<Parts> built = Promise.promise();

    SimulatorVerticle(SimulatorSettings settings) {
        this.settings = settings;
    }

    /** What was built, once the port is open. */
    Future<Parts> parts() {
        return built.future();
    }

    @Override
    public Future<?> start() {
        Timers timers = new VertxTimers(vertx);
        Owner owner = new Owner(context);
        Cluster cluster = new Cluster(settings, timers);
        FaultBoard board = new FaultBoard(timers);
        RequestLog requests = new RequestLog();
        Writes writes = new Writes(cluster, timers, new Names(random(1)));
        ApiServer api = new ApiServer(
                cluster,
                board,
                requests,
                timers,
                new Listing(cluster, board, timers),
                new Watching(cluster, board, timers, settings.bookmarks(), random(2)),
                new Items(cluster, writes));
        Listener listener = new Listener(vertx, api, settings);
        ChurnSteps steps = new ChurnSteps(cluster, writes, timers, new Names(random(3)), random(4));
        Churn churn = new Churn(owner, steps, timers);
        return new Population(settings, cluster, timers)
                .settle()
                .compose(settled -> listener.start())
                .map(port -> {
                    churn.set(settings.rate());
                    World world = new World(owner, cluster, writes, Telling.TOLD);
                    return new Parts(
                            port,
                            settings.tls().isPresent(),
                            world,
                            new Faults(owner, cluster, world, board, listener),
                            new SimulatorLog(owner, cluster, requests),
                            churn);
                })
                .onComplete(built);
    }

    private RandomGenerator random(int use) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(Names.mix(settings.seed(), use));
    }

    /**
     * A running simulator's faces.
     *
     * @param port the open port
     * @param secure whether it speaks TLS
     */
    record Parts(int port, boolean secure, World world, Faults faults, SimulatorLog log, Churn churn) {}
}
