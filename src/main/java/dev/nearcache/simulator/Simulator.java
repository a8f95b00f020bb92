package dev.nearcache.simulator;

import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** A running simulated API server. Its methods may be called from any thread. */
public final class Simulator {
    private final Vertx vertx;
    private final String deployment;
    private final SimulatorVerticle.Parts parts;

    private Simulator(Vertx vertx, String deployment, SimulatorVerticle.Parts parts) {
        this.vertx = vertx;
        this.deployment = deployment;
        this.parts = parts;
    }

    /** Starts one on 127.0.0.1, on an event loop of its own; done when its port is open and its objects are there. */
    public static Future<Simulator> start(Vertx vertx, SimulatorSettings settings) {
        SimulatorVerticle verticle = new SimulatorVerticle(settings);
        return vertx.deployVerticle(verticle)
                .compose(id -> verticle.parts().map(parts -> new Simulator(vertx, id, parts)));
    }

    /** The port that it listens on. */
    public int port() {
        return parts.port();
    }

    /** Its address as a client's {@code server} setting. */
    public String url() {
        return (parts.secure() ? "https" : "http") + "://127.0.0.1:" + parts.port();
    }

    /** Its objects. */
    public World world() {
        return parts.world();
    }

    /** What it is to do wrong. */
    public Faults faults() {
        return parts.faults();
    }

    /** What really happened. */
    public SimulatorLog log() {
        return parts.log();
    }

    /** Changes by themselves. */
    public Churn churn() {
        return parts.churn();
    }

    /** Closes the port and all connections. */
    public Future<Void> close() {
        return churn().stop().compose(stopped -> vertx.undeploy(deployment));
    }
}
