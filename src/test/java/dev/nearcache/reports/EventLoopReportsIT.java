package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.Sidecar;
import dev.nearcache.SyncProgress;
import dev.nearcache.simulator.Change.Kind;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CapturedLog;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.Steps;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A public report on large events (docs/field-reports.md), with limits that a machine under load keeps, too. */
@Tag("field-report")
class EventLoopReportsIT {
    private static final Duration SILENCE = Duration.ofSeconds(20);
    private static final Duration BLOCKED = Duration.ofSeconds(1);

    @Test
    @DisplayName("OR-16: events of 2 MiB and a list of 40 MB hold no event loop: others are answered, hearts go on")
    void largeEventsHoldNoEventLoop() throws Exception {
        Vertx outside = Vertx.vertx();
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setBlockedThreadCheckInterval(100)
                .setMaxEventLoopExecuteTime(BLOCKED.toNanos())
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.NANOSECONDS));
        Simulator simulator =
                await(Simulator.start(outside, SimulatorSettings.quiet().withObjects(Map.of("pods", 20))));
        Sidecar sidecar = await(Sidecar.start(
                vertx, RunningSidecar.config(simulator.url(), "api: {port: 0, heartbeat: 200ms}\n", "pods", "nodes")));
        try (CapturedLog blocked =
                        new CapturedLog(Class.forName("io.vertx.core.internal.threadchecker.BlockedThreadChecker"));
                Steps steps = new Steps()) {
            Await.until(() -> sidecar.progress().stream().allMatch(SyncProgress::synced));
            AtomicBoolean over = new AtomicBoolean();
            AtomicLong answers = new AtomicLong();
            AtomicLong beats = new AtomicLong();
            steps.run(() -> live(sidecar.managementPort(), over, answers));
            steps.run(() -> hearts(sidecar.apiPort(), over, beats));
            steps.await(() -> answers.get() > 0 && beats.get() > 0);
            long answersBefore = answers.get();
            long beatsBefore = beats.get();
            // When
            await(simulator.world().burst("pods", 20, 2 << 20));
            await(simulator.faults().relistWith("pods", Kind.DELETED, 1));
            Await.until(() -> lines(sidecar.apiPort()).contains("\"objects\":19"));
            over.set(true);
            steps.join();
            // Then
            assertEquals(List.of(), blocked.lines());
            assertTrue(answers.get() > answersBefore, "/livez was not answered meanwhile");
            assertTrue(beats.get() > beatsBefore, "no heartbeat came meanwhile");
        } finally {
            await(sidecar.close());
            await(simulator.close());
            await(vertx.close());
            await(outside.close());
        }
    }

    private static void live(int port, AtomicBoolean over, AtomicLong answers) throws IOException {
        while (!over.get()) {
            try (RawStream answer = RawStream.get(port, "/livez", Map.of(), SILENCE)) {
                assertEquals(200, answer.status());
            }
            answers.incrementAndGet();
        }
    }

    private static void hearts(int port, AtomicBoolean over, AtomicLong beats) throws IOException {
        try (RawStream stream = RawStream.get(port, "/v1/stream?resource=nodes", Map.of(), SILENCE)) {
            while (!over.get()) {
                stream.line();
                beats.incrementAndGet();
            }
        }
    }

    private static String lines(int port) {
        try (RawStream answer = RawStream.get(port, "/v1/resources", Map.of(), SILENCE)) {
            return answer.rest();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
