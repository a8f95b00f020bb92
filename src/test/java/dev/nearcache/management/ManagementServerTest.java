package dev.nearcache.management;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.query.ResourceStatus.State;
import dev.nearcache.testing.RawStream;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ManagementServerTest {
    private final Vertx vertx = Vertx.vertx();
    private final HttpClient client = HttpClient.newHttpClient();
    private final FakeResource pods = new FakeResource("pods");
    private final FakeResource deployments = new FakeResource("deployments.apps");
    private final FakeResource leases = new FakeResource("leases.coordination.k8s.io");
    private final AtomicReference<Context> loop = new AtomicReference<>();
    private int port;

    @BeforeEach
    void start() throws Exception {
        // Two verticles have two event loops.
        vertx.deployVerticle(context -> Future.succeededFuture()).await(10, TimeUnit.SECONDS);
        vertx.deployVerticle(context -> {
                    loop.set(context);
                    return Future.succeededFuture();
                })
                .await(10, TimeUnit.SECONDS);
        PrometheusMeterRegistry metrics = Metrics.registry("0.1.0");
        CacheMetrics.bind(metrics, pods);
        CacheMetrics.bind(metrics, deployments);
        Health health = new Health(
                List.of(pods, deployments),
                List.of(leases),
                Duration.ZERO,
                Map.of("reflectors", task -> loop.get().runOnContext(turn -> task.run())));
        port = ManagementServer.start(vertx, "127.0.0.1", 0, health, metrics)
                .await(10, TimeUnit.SECONDS)
                .port();
    }

    @AfterEach
    void stop() throws Exception {
        vertx.close().await(10, TimeUnit.SECONDS);
    }

    @Test
    void aQueryThatCannotBeDecodedIsTheClientsMistake() throws Exception {
        try (RawStream answer = RawStream.get(port, "/readyz?verbose=%zz", Map.of(), Duration.ofSeconds(10))) {
            assertEquals(400, answer.status());
            assertEquals("invalid escape in the query, write % as %25\n", answer.rest());
        }
    }

    @Test
    void isNotReadyUntilEveryRequiredTypeIsSynced() throws Exception {
        // Given
        pods.sync(7);
        deployments.become(
                State.FORBIDDEN, "deployments.apps: list at cluster scope is forbidden", false, Duration.ZERO);

        // When
        HttpResponse<String> brief = get("/readyz");
        HttpResponse<String> verbose = get("/startupz?verbose");

        // Then
        assertEquals(503, brief.statusCode());
        assertEquals("1", brief.headers().firstValue("retry-after").orElse(""));
        assertEquals("""
                [+]pods ok: live
                [-]deployments.apps failed: Forbidden: deployments.apps: list at cluster scope is forbidden
                [!]leases.coordination.k8s.io tolerated: not required, Pending
                readyz check failed
                """, brief.body());
        assertEquals(503, verbose.statusCode());
        assertTrue(verbose.body().endsWith("startupz check failed\n"), verbose::body);
    }

    @Test
    void staysReadyOnceSyncedHoweverStale() throws Exception {
        // Given
        pods.sync(7);
        deployments.sync(8);
        pods.become(State.UNREACHABLE, "connection refused", false, Duration.ofHours(1));

        // When
        HttpResponse<String> brief = get("/readyz");
        HttpResponse<String> verbose = get("/readyz?verbose");

        // Then
        assertEquals(200, brief.statusCode());
        assertEquals("ok", brief.body());
        assertEquals("""
                [!]pods tolerated: Unreachable: connection refused
                [+]deployments.apps ok: live
                [!]leases.coordination.k8s.io tolerated: not required, Pending
                readyz check passed
                """, verbose.body());
    }

    @Test
    void showsATypeThatIsNotRequiredAndIsReadyWithoutIt() throws Exception {
        // Given
        pods.sync(7);
        deployments.sync(8);
        leases.become(State.FORBIDDEN, "leases are forbidden", false, Duration.ZERO);

        // When
        HttpResponse<String> ready = get("/readyz?verbose");

        // Then
        assertEquals(200, ready.statusCode());
        assertTrue(
                ready.body()
                        .contains(
                                "[!]leases.coordination.k8s.io tolerated: not required, Forbidden: leases are forbidden\n"),
                ready::body);
        assertEquals(200, get("/readyz/leases.coordination.k8s.io").statusCode());

        // When it is synced, and its server goes away
        leases.sync(9);
        leases.become(State.STALE, "", false, Duration.ofSeconds(9));

        // Then
        assertTrue(get("/readyz?verbose").body().contains("tolerated: not required, Stale\n"));
    }

    @Test
    void answersOneCheckByItsName() throws Exception {
        // Given
        pods.sync(7);

        // When, Then
        assertEquals(200, get("/readyz/pods").statusCode());
        assertEquals(503, get("/readyz/deployments.apps").statusCode());
        assertEquals("Pending\n", get("/readyz/deployments.apps").body());
        assertEquals(404, get("/readyz/nodes").statusCode());
    }

    @Test
    void livesWithoutTheApiServer() throws Exception {
        // Given
        pods.become(State.UNREACHABLE, "connection refused", false, Duration.ofHours(1));

        // When
        HttpResponse<String> live = get("/livez?verbose");

        // Then
        assertEquals(200, live.statusCode());
        assertEquals("[+]reflectors ok\nlivez check passed\n", live.body());
    }

    @Test
    void doesNotLiveWhenAnEventLoopIsStuck() throws Exception {
        // Given
        CountDownLatch release = new CountDownLatch(1);
        loop.get().runOnContext(ignored -> holdOn(release));

        // When
        HttpResponse<String> live = get("/livez");
        release.countDown();

        // Then
        assertEquals(503, live.statusCode());
        assertEquals("[-]reflectors failed: no turn within 500 ms\nlivez check failed\n", live.body());
    }

    @Test
    void showsMetricsUnderTheirNames() throws Exception {
        // Given
        pods.sync(7);
        deployments.become(State.STALE, "", false, Duration.ofMillis(1500));

        // When
        HttpResponse<String> metrics = get("/metrics");

        // Then
        assertEquals(
                "text/plain; version=0.0.4; charset=utf-8",
                metrics.headers().firstValue("content-type").orElse(""));
        List<String> lines = metrics.body().lines().toList();
        for (String line : List.of(
                "nearcache_objects{resource=\"pods\"} 0.0",
                "nearcache_objects_size_bytes{resource=\"pods\"} 0.0",
                "nearcache_objects_stored_bytes{resource=\"pods\"} 0.0",
                "nearcache_resource_version{resource=\"pods\"} 7.0",
                "nearcache_synced{resource=\"pods\"} 1.0",
                "nearcache_synced{resource=\"deployments.apps\"} 0.0",
                "nearcache_live{resource=\"pods\"} 1.0",
                "nearcache_staleness_seconds{resource=\"pods\"} 0.0",
                "nearcache_staleness_seconds{resource=\"deployments.apps\"} 1.5",
                "nearcache_state{resource=\"pods\",state=\"Synced\"} 1.0",
                "nearcache_state{resource=\"deployments.apps\",state=\"Synced\"} 0.0",
                "nearcache_relists_total{resource=\"pods\"} 2.0",
                "nearcache_history_events{resource=\"pods\"} 0.0")) {
            assertTrue(lines.contains(line), () -> line + " is not in\n" + metrics.body());
        }
        assertTrue(metrics.body().contains("nearcache_build_info{java="), metrics::body);
        assertTrue(metrics.body().contains("jvm_memory_used_bytes"), metrics::body);
    }

    @Test
    void servesNoObjectsAndTakesNoWrites() throws Exception {
        // When
        HttpResponse<String> list = get("/api/v1/pods");
        HttpResponse<String> write = client.send(
                request("/readyz").POST(HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofString());

        // Then
        assertEquals(404, list.statusCode());
        assertFalse(list.body().contains("PodList"));
        assertEquals(405, write.statusCode());
    }

    private static void holdOn(CountDownLatch release) {
        try {
            assertTrue(release.await(10, TimeUnit.SECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(10));
    }
}
