package dev.nearcache;

import static dev.nearcache.testing.RunningSidecar.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.simulator.Simulator;
import dev.nearcache.simulator.SimulatorSettings;
import dev.nearcache.testing.SidecarProgram;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Where zstd's native library can be loaded, and where it cannot: a process loads it once, so each case is one. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class NativeLibraryIT {
    /** Nobody can write files here, not even root: as on a read-only file system. */
    private static final String UNWRITABLE = "-DZstdTempFolder=/proc";

    private static final int PODS = 300;

    private final Vertx vertx = Vertx.vertx();
    private Simulator simulator;

    @TempDir
    private Path directory;

    @BeforeEach
    void start() {
        simulator = await(Simulator.start(vertx, SimulatorSettings.quiet().withObjects(Map.of("pods", PODS))));
    }

    @AfterEach
    void close() {
        await(vertx.close());
    }

    @Test
    void withoutAPlaceToCopyItToObjectsAreKeptAsTheyAreAndOneLineSaysSo() throws IOException {
        assertKeptAsTheyAre(UNWRITABLE);
    }

    @Test
    void whereItMayNotBeLoadedObjectsAreKeptAsTheyAreAndOneLineSaysSo() throws IOException {
        // A file that the linker refuses, as it refuses all on a file system mounted with noexec.
        Path refused = Files.writeString(directory.resolve("libzstd-jni.so"), "not a library");
        assertKeptAsTheyAre("-DZstdNativePath=" + refused);
    }

    @Test
    void besideTheJarItNeedsNoPlaceToBeCopiedTo() throws IOException {
        // Given
        Path library = directory.resolve("libzstd-jni.so");
        String platform = System.getProperty("os.arch").equals("aarch64") ? "linux/aarch64/" : "linux/amd64/";
        try (ZipFile jar = new ZipFile(jarOfZstd().toFile());
                InputStream in = jar.getInputStream(jar.stream()
                        .filter(entry -> entry.getName().startsWith(platform)
                                && entry.getName().endsWith(".so"))
                        .findFirst()
                        .orElseThrow())) {
            Files.copy(in, library);
        }
        // When
        try (SidecarProgram program = program(UNWRITABLE, "-DZstdNativePath=" + library)) {
            program.awaitHeld(PODS);
            // Then
            assertFalse(program.printed().contains("native library"), program::printed);
            assertTrue(stored(program) * 3 < text(program), () -> stored(program) + " of " + text(program));
        }
    }

    private void assertKeptAsTheyAre(String option) throws IOException {
        try (SidecarProgram program = program(option)) {
            // When
            program.awaitHeld(PODS);
            // Then
            List<String> lines = program.printed()
                    .lines()
                    .filter(line -> line.contains("native library"))
                    .toList();
            assertEquals(1, lines.size(), program::printed);
            assertTrue(lines.get(0).contains("WARN") && lines.get(0).contains("reason="), lines::toString);
            assertFalse(program.printed().contains("LinkError"), "the line alone, without where it came from");
            assertEquals(text(program), stored(program));
            assertEquals(
                    PODS, program.client().json("/api/v1/pods").path("items").size());
            assertEquals(0, program.stop());
        }
    }

    private static long text(SidecarProgram program) {
        return program.client().report("pods").path("bytes").asLong();
    }

    private static long stored(SidecarProgram program) {
        return program.client().report("pods").path("storedBytes").asLong();
    }

    private SidecarProgram program(String... options) throws IOException {
        return SidecarProgram.start(
                directory,
                List.of(options),
                "upstream: {server: \"" + simulator.url() + "\"}\nresources: [{resource: pods}]\n");
    }

    private static Path jarOfZstd() {
        String own = com.github.luben.zstd.Zstd.class.getName().replace('.', '/') + ".class";
        String url = Objects.requireNonNull(
                        NativeLibraryIT.class.getClassLoader().getResource(own))
                .getPath();
        return Path.of(url.substring("file:".length(), url.indexOf('!')));
    }
}
