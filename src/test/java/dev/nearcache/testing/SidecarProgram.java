package dev.nearcache.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A sidecar in a process of its own, on free ports of loopback; what it prints goes to a file. */
public final class SidecarProgram implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Process process;
    private final SidecarClient client;
    private final Path output;

    private SidecarProgram(Process process, SidecarClient client, Path output) {
        this.process = process;
        this.client = client;
        this.output = output;
    }

    /**
     * Starts one as users do, by the launcher.
     *
     * @param folder for its configuration and output
     * @param yaml its configuration, without the ports and the first line
     */
    public static SidecarProgram launch(Path folder, String yaml) throws IOException {
        return run(folder, List.of("./nearcache"), yaml);
    }

    /**
     * Starts one of these classes.
     *
     * @param folder for its configuration and output
     * @param options of its JVM
     * @param yaml its configuration, without the ports and the first line
     * @param flags of {@code serve}
     */
    public static SidecarProgram start(Path folder, List<String> options, String yaml, String... flags)
            throws IOException {
        List<String> main = new ArrayList<>();
        main.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        main.addAll(options);
        main.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.nearcache.cli.Main"));
        return run(folder, main, yaml, flags);
    }

    private static SidecarProgram run(Path folder, List<String> main, String yaml, String... flags) throws IOException {
        SidecarClient client = new SidecarClient(FreePort.find(), FreePort.find());
        Path config = Files.writeString(folder.resolve("sidecar.yaml"), "apiVersion: nearcache/v1\n" + yaml);
        Path output = folder.resolve("sidecar.log");
        List<String> command = new ArrayList<>(main);
        command.addAll(List.of("serve", "--config=" + config, "--port=" + client.apiPort()));
        command.add("--management-port=" + client.managementPort());
        command.addAll(List.of(flags));
        Process process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new SidecarProgram(process, client, output);
    }

    /** Waits until it holds so many objects of its only type. */
    public void awaitHeld(int objects) {
        Await.until(LIMIT, () -> !process.isAlive() || held() == objects);
        if (!process.isAlive()) {
            throw new AssertionError("it ended: " + printed());
        }
    }

    /** How many objects it holds; -1 while it cannot be asked. */
    private int held() {
        try {
            JsonNode only = client.reports().get(0);
            return only.path("synced").asBoolean() ? only.path("objects").asInt() : -1;
        } catch (UncheckedIOException notYet) {
            return -1;
        }
    }

    /** Who asks it. */
    public SidecarClient client() {
        return client;
    }

    /** Asks it to stop, as Kubernetes does, and gives how it exited. */
    public int stop() {
        process.destroy();
        return process.onExit().join().exitValue();
    }

    /** Asks it to stop; whether it did in time. */
    public boolean stopWithin(Duration limit) throws InterruptedException {
        process.destroy();
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Whether it runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** The number of its process. */
    public long pid() {
        return process.pid();
    }

    /** Where it prints to. */
    public Path output() {
        return output;
    }

    /** What it has printed so far. */
    public String printed() {
        try {
            return Files.readString(output);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
