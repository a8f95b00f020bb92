package dev.nearcache;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.SimType;
import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.SidecarProgram;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Types share threads: a stack for each, of a megabyte of address and some 100 kB of memory, would be most of a small type. */
@Timeout(240)
@EnabledOnOs(OS.LINUX)
class TypesAndThreadsIT {
    private static final int TYPES = 30;

    /**
     * What may start late whatever the number of types: with two processors four event loops, four threads of each of
     * Vert.x's two pools, and the one that learns dictionaries.
     */
    private static final int SHARED = 13;

    /** One compiler thread and no threads of a parallel collector, so that what is left to count is ours. */
    private static final List<String> OPTIONS = List.of(
            "-XX:ActiveProcessorCount=2",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UseDynamicNumberOfCompilerThreads");

    private static final List<SimType> WIDGETS = IntStream.range(0, TYPES)
            .mapToObj(n -> SimType.custom("example.com", "v1", "widgets" + n, "Widget" + n))
            .toList();

    private final Vertx vertx = Vertx.vertx();
    private final Simulator simulator = await(Simulator.start(
            vertx,
            SimulatorSettings.quiet()
                    .withTypes(Stream.concat(SimType.standard().stream(), WIDGETS.stream())
                            .toList())));

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        await(vertx.close());
    }

    @Test
    void thirtyTypesMakeNoMoreThreadsThanOne() throws IOException {
        // Given a sidecar with one type, synced
        int one = threadsWith(1);

        // When another has thirty
        int thirty = threadsWith(TYPES);

        // Then the rest of the types cost no thread of their own
        assertTrue(thirty <= one + SHARED, () -> one + " threads with one type, " + thirty + " with " + TYPES);
    }

    private int threadsWith(int types) throws IOException {
        Path folder = Files.createDirectory(directory.resolve("types-" + types));
        StringBuilder yaml =
                new StringBuilder("upstream: {server: \"" + simulator.url() + "\"}\n").append("resources:\n");
        WIDGETS.stream()
                .limit(types)
                .forEach(type ->
                        yaml.append("  - resource: ").append(type.name()).append('\n'));
        try (SidecarProgram program = SidecarProgram.start(folder, OPTIONS, yaml.toString())) {
            Await.until(Duration.ofMinutes(1), () -> !program.isAlive() || allSynced(program, types));
            assertTrue(program.isAlive(), program::printed);
            try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(program.pid()), "task"))) {
                return (int) tasks.count();
            }
        }
    }

    private static boolean allSynced(SidecarProgram program, int types) {
        try {
            return program.client().states().stream().filter("Synced"::equals).count() == types;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }
}
