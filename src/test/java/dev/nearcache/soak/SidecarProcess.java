package dev.nearcache.soak;

import dev.nearcache.testing.SidecarProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The sidecar, run by its launcher in a process of its own, so that its memory is its own. */
final class SidecarProcess {
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
            api: {address: 127.0.0.1, heartbeat: 3s, stallLimit: 6s}
            management: {address: 127.0.0.1}
            """;

    private SidecarProcess() {}

    /** Starts one on a cluster; its log goes to a file of the folder. */
    static SidecarProgram start(Cluster cluster, Path folder) throws IOException {
        String resources = Arrays.stream(SoakType.values())
                .map(type -> "  - {resource: " + type.resource() + ", namespaces: " + type.namespaces() + "}\n")
                .collect(Collectors.joining());
        String login = cluster.login().upstream(cluster.proxy().port());
        return SidecarProgram.launch(
                folder, "resources:\n" + resources + SETTINGS.replace("upstream:\n", "upstream:\n" + login));
    }
}
