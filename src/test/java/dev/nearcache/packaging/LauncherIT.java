package dev.nearcache.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.nearcache.testing.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a folder that holds it, sources and a jar, as a clone does. */
class LauncherIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    Path clone;

    @Test
    void runsTheJarFromAnyFolderThroughASymbolicLink() throws IOException {
        // Given
        lay("pom.xml", "src/main/Nothing.java", "target/nearcache.jar");
        Files.copy(
                Path.of("target", "nearcache.jar"),
                clone.resolve("target/nearcache.jar"),
                StandardCopyOption.REPLACE_EXISTING);
        Path link = Files.createSymbolicLink(clone.resolve("link"), clone.resolve("nearcache"));

        // When
        Command version = Command.run(LIMIT, Path.of("/"), Map.of(), List.of(link.toString(), "version"));

        // Then
        assertEquals(0, version.exit(), version::toString);
        assertTrue(version.out().startsWith("nearcache "), version::toString);
    }

    @Test
    void saysThatMavenIsMissingWhenItMustBuild() throws IOException {
        // Given a PATH with what the script itself needs, and no mvn
        lay("pom.xml", "src/main/Nothing.java");
        Path bin = Files.createDirectory(clone.resolve("bin"));
        for (String tool :
                List.of("bash", "dirname", "readlink", "sed", "head", "find", "mkdir", "flock", "cat", "env")) {
            Path found = Stream.of("/usr/bin", "/bin")
                    .map(folder -> Path.of(folder, tool))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow();
            Files.createSymbolicLink(bin.resolve(tool), found);
        }

        // When
        Command version = Command.run(
                LIMIT,
                clone,
                Map.of("PATH", bin.toString(), "JAVA_HOME", System.getProperty("java.home")),
                List.of(clone.resolve("nearcache").toString(), "version"));

        // Then
        assertEquals(1, version.exit(), version::toString);
        assertTrue(version.err().contains("Maven (mvn) is not on the PATH"), version::toString);
    }

    @Test
    void saysThatThereIsNothingToBuildFrom() throws IOException {
        // Given
        lay();

        // When
        Command version = Command.run(
                LIMIT, clone, Map.of(), List.of(clone.resolve("nearcache").toString(), "version"));

        // Then
        assertEquals(1, version.exit(), version::toString);
        assertTrue(version.err().contains("no pom.xml to build it from"), version::toString);
    }

    private void lay(String... files) throws IOException {
        Files.createDirectories(clone.resolve("docker/options"));
        copy(Path.of("nearcache"));
        copy(Path.of("docker/jvm-options"));
        try (Stream<Path> options = Files.list(Path.of("docker/options"))) {
            for (Path file : options.toList()) {
                copy(file);
            }
        }
        for (String file : files) {
            Path path = clone.resolve(file);
            Files.createDirectories(Objects.requireNonNull(path.getParent()));
            Files.createFile(path);
        }
    }

    private void copy(Path file) throws IOException {
        Files.copy(file, clone.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }
}
