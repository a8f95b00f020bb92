package dev.nearcache.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program run to its end, with what it printed.
 *
 * @param exit its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record Command(int exit, String out, String err) {
    /** Runs a program in the project's folder; fails the test when it takes longer than the limit. */
    public static Command run(Duration limit, String... command) {
        return run(limit, Path.of("."), Map.of(), List.of(command));
    }

    /** Runs a program in a folder with variables added to the environment; an empty value removes one. */
    public static Command run(Duration limit, Path folder, Map<String, String> environment, List<String> command) {
        try {
            Path out = Files.createTempFile("command", ".out");
            Path err = Files.createTempFile("command", ".err");
            try {
                ProcessBuilder builder = new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectInput(new File("/dev/null"))
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile());
                builder.environment().putAll(environment);
                builder.environment().values().removeIf(String::isEmpty);
                int exit = await(builder.start(), limit, command);
                return new Command(exit, Files.readString(out), Files.readString(err));
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException cannotRun) {
            throw new UncheckedIOException(cannotRun);
        }
    }

    /**
     * Runs a program that does not end by itself until it has printed so many lines.
     *
     * @return the lines; fewer if it ended or took longer than the limit
     */
    public static String firstLines(Duration limit, long lines, List<String> command) throws IOException {
        List<String> bounded = new ArrayList<>(List.of("timeout", String.valueOf(limit.toSeconds())));
        bounded.addAll(command);
        Process process = new ProcessBuilder(bounded)
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader printed = process.inputReader(StandardCharsets.UTF_8)) {
            return printed.lines().limit(lines).collect(Collectors.joining("\n"));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Whether a program of this name is on the PATH. */
    public static boolean isInstalled(String program) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .anyMatch(Files::isExecutable);
    }

    private static int await(Process process, Duration limit, List<String> command) {
        try {
            if (process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
            throw new AssertionError(command + " still runs after " + limit);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while " + command + " ran", interrupted);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    @Override
    public String toString() {
        return "exit " + exit + "\n--- stdout\n" + out + "\n--- stderr\n" + err;
    }
}
