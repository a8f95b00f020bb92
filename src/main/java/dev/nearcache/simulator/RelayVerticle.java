package dev.nearcache.simulator;

import dev.nearcache.time.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;

/** Gives a proxy a context of its own. */
final class RelayVerticle extends VerticleBase {
    private final int targetPort;
    private final Proxy.Counts counts;
    private final Promise<Parts> built = Promise.promise();

    RelayVerticle(int targetPort, Proxy.Counts counts) {
        this.targetPort = targetPort;
        this.counts = counts;
    }

    Future<Parts> parts() {
        return built.future();
    }

    @Override
    public Future<?> start() {
        Relay relay = new Relay(vertx, new VertxTimers(vertx), targetPort, counts);
        return relay.open()
                .map(port -> new Parts(new Owner(context), relay, port))
                .onComplete(built);
    }

    /**
     * A running proxy.
     *
     * @param owner where the relay is used
     * @param relay what does it
     * @param port the open port
     */
    record Parts(Owner owner, Relay relay, int port) {}
}
