package dev.nearcache.soak;

import dev.nearcache.testing.FreePort;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The sidecar, run by its launcher in a process of its own, so that its memory is its own. */
final class SidecarProcess implements AutoCloseable {
    /** Small limits, so that two minutes see what usually takes hours. */
    private static final String SETTINGS = """
            upstream:
              watchTimeout: 8s
              headerTimeout: 4s
              connectTimeout: 2s
              pageSize: 50
              backoff: {initial: 100ms, max: 2s}
              deadPeer: 2s
              selfCheck: 4s
              safetyRelist: 12s
            history: {events: 3000, bytes: 4Mi, age: 5m}
            api: {address: 127.0.0.1, port: %d, heartbeat: 3s, stallLimit: 6s}
            management: {address: 127.0.0.1, port: %d}
            """;

    private final Process process;
    private final int apiPort;
    private final int managementPort;
    private final Path log;

    private SidecarProcess(Process process, int apiPort, int managementPort, Path log) {
        this.process = process;
        this.apiPort = apiPort;
        this.managementPort = managementPort;
        this.log = log;
    }

    /** Starts one on a cluster; its log goes to a file of the folder. */
    static SidecarProcess start(Cluster cluster, Path folder) throws IOException {
        int apiPort = FreePort.find();
        int managementPort = FreePort.find();
        String resources = Arrays.stream(SoakType.values())
                .map(type -> "  - resource: " + type.resource() + "\n")
                .collect(Collectors.joining());
        String config = "apiVersion: nearcache/v1\nresources:\n" + resources
                + SETTINGS.formatted(apiPort, managementPort)
                        .replace(
                                "upstream:\n",
                                "upstream:\n"
                                        + cluster.login()
                                                .upstream(cluster.proxy().port()));
        Path file = Files.writeString(folder.resolve("sidecar.yaml"), config);
        Path log = folder.resolve("sidecar.log");
        Process process = new ProcessBuilder(List.of("./nearcache", "serve", "--config", file.toString()))
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new SidecarProcess(process, apiPort, managementPort, log);
    }

    int apiPort() {
        return apiPort;
    }

    int managementPort() {
        return managementPort;
    }

    long pid() {
        return process.pid();
    }

    Path log() {
        return log;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Asks it to stop, and makes it stop if it does not; whether it stopped by itself. */
    boolean stop() throws InterruptedException {
        process.destroy();
        boolean stopped = process.waitFor(15, TimeUnit.SECONDS);
        process.destroyForcibly();
        return stopped;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
