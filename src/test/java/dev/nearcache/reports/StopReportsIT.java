package dev.nearcache.reports;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.Sidecar;
import dev.nearcache.simulator.Fault;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.simulator.Verb;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.CapturedLog;
import dev.nearcache.testing.RawStream;
import dev.nearcache.testing.RunningSidecar;
import dev.nearcache.testing.SidecarProgram;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are asked to stop, and servers that answer nothing. */
@Tag("field-report")
@Timeout(120)
class StopReportsIT {
    private static final Duration SILENCE = Duration.ofSeconds(20);

    private final Vertx vertx = Vertx.vertx();
    private final Simulator simulator = await(Simulator.start(vertx, SimulatorSettings.quiet()));

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        await(simulator.close());
        await(vertx.close());
    }

    @Test
    @DisplayName("LC-04: open streams end cleanly when the program is asked to stop, and it exits with 0")
    void streamsEndCleanlyAndTheProgramExitsWithZero() throws Exception {
        try (SidecarProgram program = SmallProcess.start(folder, "-Xmx128m", simulator.url(), "{resource: pods}")) {
            // Given
            program.awaitHeld(await(simulator.world().list("pods")).size());
            List<RawStream> streams = new ArrayList<>();
            try {
                for (int i = 0; i < 10; i++) {
                    streams.add(open(program, "/v1/stream?resource=pods"));
                    streams.add(open(program, "/api/v1/pods?watch=true"));
                }

                // When
                int exit = program.stop();

                // Then
                assertEquals(0, exit, program::printed);
                for (RawStream stream : streams) {
                    assertThrows(EOFException.class, () -> readOn(stream), program::printed);
                }
                assertThrows(IOException.class, () -> open(program, "/api/v1/pods"));
            } finally {
                for (RawStream stream : streams) {
                    stream.close();
                }
            }
        }
    }

    @Test
    @DisplayName("LC-13: a server that answers nothing blocks no event loop")
    void aServerThatAnswersNothingBlocksNoEventLoop() throws Exception {
        // Given
        await(simulator.faults().inject("pods", Fault.hold(Verb.READS)));
        Vertx strict = Vertx.vertx(new VertxOptions()
                .setBlockedThreadCheckInterval(100)
                .setMaxEventLoopExecuteTime(500)
                .setMaxEventLoopExecuteTimeUnit(TimeUnit.MILLISECONDS));
        try (CapturedLog blocked = new CapturedLog("io.vertx.core.impl")) {
            Sidecar sidecar = await(Sidecar.start(strict, RunningSidecar.config(simulator.url(), "", "pods", "nodes")));
            // When: it waits, is asked, and is stopped
            Await.until(() -> await(simulator.log().requests()).stream()
                    .anyMatch(request -> request.path().endsWith("/pods")));
            try (RawStream answer = RawStream.get(sidecar.apiPort(), "/api/v1/pods", Map.of(), SILENCE)) {
                assertEquals(503, answer.status());
            }
            await(sidecar.close());

            // Then
            assertTrue(blocked.lines().stream().noneMatch(line -> line.contains("blocked")), blocked.lines()::toString);
        } finally {
            await(strict.close());
        }
    }

    @Test
    @DisplayName("LC-13: a program whose server answers nothing stops when it is asked to")
    void aProgramWhoseServerAnswersNothingStops() throws Exception {
        // Given
        await(simulator.faults().inject("pods", Fault.hold(Verb.READS)));
        try (SidecarProgram program = SmallProcess.start(folder, "-Xmx128m", simulator.url(), "{resource: pods}")) {
            Await.until(
                    Duration.ofMinutes(1),
                    () -> await(simulator.log().requests()).stream()
                            .anyMatch(request -> request.path().endsWith("/pods")));

            // When
            int exit = program.stop();

            // Then: 1 would be that it was not closed in time
            assertEquals(0, exit, program::printed);
            assertFalse(program.printed().contains("not closed in time"), program::printed);
        }
    }

    private static RawStream open(SidecarProgram program, String path) throws IOException {
        RawStream stream = RawStream.get(program.client().apiPort(), path, Map.of(), SILENCE);
        assertEquals(200, stream.status());
        stream.line();
        return stream;
    }

    private static void readOn(RawStream stream) throws IOException {
        while (true) {
            assertFalse(stream.line().startsWith("event: ERROR"));
        }
    }
}
