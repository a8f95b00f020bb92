package dev.nearcache.simulator;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.vertx.core.Vertx;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A simulator in which nothing changes by itself, and a client of it, new for each test. */
final class QuietSimulator implements BeforeEachCallback, AfterEachCallback {
    private final Vertx vertx = Vertx.vertx();
    private @Nullable Simulator simulator;
    private @Nullable SimClient client;

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        simulator = Simulator.start(vertx, SimulatorSettings.quiet()).await(20, SECONDS);
        client = new SimClient(simulator.url());
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        vertx.close().await(20, SECONDS);
    }

    /** Where a test may start another; it is closed with this. */
    Vertx vertx() {
        return vertx;
    }

    Simulator simulator() {
        return Objects.requireNonNull(simulator);
    }

    SimClient client() {
        return Objects.requireNonNull(client);
    }
}
