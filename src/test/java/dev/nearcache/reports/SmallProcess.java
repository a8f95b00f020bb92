package dev.nearcache.reports;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nearcache.testing.Await;
import dev.nearcache.testing.FreePort;
import dev.nearcache.testing.RawStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** A sidecar in a process of its own, which ends when its heap is too small. */
final class SmallProcess implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final Process process;
    private final int port;
    private final Path output;

    private SmallProcess(Process process, int port, Path output) {
        this.process = process;
        this.port = port;
        this.output = output;
    }

    /**
     * Starts one.
     *
     * @param heap the option that limits its heap
     * @param resource one entry of the configuration
     */
    static SmallProcess start(Path folder, String heap, String server, String resource) throws IOException {
        int port = FreePort.find();
        Path config = Files.writeString(folder.resolve("config.yaml"), """
                apiVersion: nearcache/v1
                upstream: {server: '%s', watchList: never, backoff: {initial: 50ms, max: 100ms}}
                api: {port: %d}
                management: {address: 127.0.0.1, port: 0}
                resources: [%s]
                """.formatted(server, port, resource));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        heap,
                        "-XX:+UseSerialGC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.nearcache.cli.Main",
                        "serve",
                        "--config",
                        config.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return new SmallProcess(process, port, output);
    }

    /** Waits until it holds so many objects. */
    void awaitHeld(int objects) {
        Await.until(LIMIT, () -> !process.isAlive() || held() == objects);
        if (!process.isAlive()) {
            throw new AssertionError("it ended: " + printed());
        }
    }

    /** How many objects it holds; -1 while it cannot be asked. */
    private int held() {
        try (RawStream answer = RawStream.get(port, "/v1/resources", Map.of(), LIMIT)) {
            JsonNode only = CachedPods.json(answer.rest()).at("/items/0");
            return only.path("synced").asBoolean() ? only.path("objects").asInt() : -1;
        } catch (IOException notYet) {
            return -1;
        }
    }

    /** The port of its API. */
    int port() {
        return port;
    }

    /** Asks it to stop, as Kubernetes does, and gives how it exited. */
    int stop() {
        process.destroy();
        return process.onExit().join().exitValue();
    }

    /** What it has printed so far. */
    String printed() {
        try {
            return Files.readString(output);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
