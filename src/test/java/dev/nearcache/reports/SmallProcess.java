package dev.nearcache.reports;

import dev.nearcache.testing.SidecarProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A sidecar in a process of its own, which ends when its heap is too small. */
final class SmallProcess {
    private SmallProcess() {}

    /**
     * Starts one that lists plainly.
     *
     * @param heap the option that limits its heap
     * @param resource one entry of the configuration
     */
    static SidecarProgram start(Path folder, String heap, String server, String resource) throws IOException {
        return start(folder, List.of(heap, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"), server, resource);
    }

    /** The same with other options of its JVM. */
    static SidecarProgram start(Path folder, List<String> options, String server, String resource) throws IOException {
        return SidecarProgram.start(folder, options, """
                upstream: {server: '%s', watchList: never, backoff: {initial: 50ms, max: 100ms}}
                management: {address: 127.0.0.1}
                resources: [%s]
                """.formatted(server, resource));
    }
}
