package dev.nearcache.http;

import static dev.nearcache.testing.Objects.pod;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.query.ResourceCatalog;
import dev.nearcache.resource.KubeObject;
import dev.nearcache.testing.FakeOrigin;
import dev.nearcache.testing.FedResource;
import dev.nearcache.testing.RawStream;
import dev.nearcache.time.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A large table beside everything else that an event loop does. */
@Timeout(180)
class TableLoadIT {
    private static final int PODS = 30_000;
    private static final long MOST_NANOS = 20_000_000;
    private static final Map<String, String> ACCEPT = Map.of("Accept", "application/json;as=Table;v=v1;g=meta.k8s.io");

    private final Vertx vertx = Vertx.vertx();
    private final AtomicLong longest = new AtomicLong();
    private int port;

    @BeforeEach
    void start() {
        FedResource pods = FedResource.pods();
        String padding = "x".repeat(2_000);
        pods.list(
                PODS,
                IntStream.range(0, PODS)
                        .mapToObj(i -> pod("a", "pod-" + i, i + 1, Map.of("padding", padding)))
                        .toArray(KubeObject[]::new));
        ApiShared shared = new ApiShared(
                ApiSettings.onPort(0), new ResourceCatalog(List.of(pods)), new FakeOrigin(), new VertxTimers(vertx));
        port = Future.<ApiServer>future(started -> vertx.runOnContext(go -> {
                    measureTurns();
                    ApiServer.start(vertx, shared).onComplete(started);
                }))
                .await()
                .port();
    }

    /** The loop's own time between two of its turns, which other programs on the machine do not lengthen. */
    private void measureTurns() {
        AtomicLong before = new AtomicLong(Long.MAX_VALUE);
        vertx.setPeriodic(1, tick -> {
            long now = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            longest.accumulateAndGet(now - before.getAndSet(now), Math::max);
        });
    }

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Metadata", "None"})
    void aTableOfManyObjectsNeverHoldsTheEventLoop(String include) throws IOException {
        // Given what has been run before is compiled
        read(include);
        longest.set(0);

        // When
        int rows = read(include);

        // Then
        assertEquals(PODS, rows);
        assertTrue(
                longest.get() < MOST_NANOS, () -> "a turn of the event loop took " + Duration.ofNanos(longest.get()));
    }

    private int read(String include) throws IOException {
        String path = "/api/v1/pods?includeObject=" + include;
        try (RawStream answer = RawStream.get(port, path, ACCEPT, Duration.ofSeconds(60))) {
            assertEquals(200, answer.status());
            return answer.rest().split("\"cells\":", -1).length - 1;
        }
    }
}
