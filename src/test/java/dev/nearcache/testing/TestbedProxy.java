package dev.nearcache.testing;

import dev.nearcache.simulator.Proxy;
import io.vertx.core.Vertx;

/** A {@link Proxy} before a {@link Testbed}, for one test; clients verify the server through it as without it. */
public final class TestbedProxy implements AutoCloseable {
    private final Vertx vertx;
    private final Proxy proxy;

    private TestbedProxy(Vertx vertx, Proxy proxy) {
        this.vertx = vertx;
        this.proxy = proxy;
    }

    /** Starts one that lets everything pass. */
    public static TestbedProxy before(Testbed server) {
        Vertx vertx = Vertx.vertx();
        return new TestbedProxy(vertx, RunningSidecar.await(Proxy.start(vertx, server.port())));
    }

    public Proxy proxy() {
        return proxy;
    }

    /** {@code https://127.0.0.1:PORT}. */
    public String url() {
        return "https://127.0.0.1:" + proxy.port();
    }

    @Override
    public void close() {
        RunningSidecar.await(proxy.close());
        RunningSidecar.await(vertx.close());
    }
}
