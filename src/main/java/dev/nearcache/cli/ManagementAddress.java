package dev.nearcache.cli;

import dev.nearcache.config.Setting;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the probes of a running sidecar are. */
final class ManagementAddress {
    private static final String DEFAULT_PORT = "7081";

    @Option(names = "--management-port", paramLabel = "PORT", description = "its port (NEARCACHE_MANAGEMENT_PORT)")
    private @Nullable Integer port;

    @Option(names = "--management-url", paramLabel = "URL", description = "its address; default: http://127.0.0.1:7081")
    private @Nullable String url;

    String url() {
        if (url != null) {
            return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        }
        return "http://127.0.0.1:"
                + Optional.ofNullable(port)
                        .map(String::valueOf)
                        .or(() -> Optional.ofNullable(System.getenv(Setting.MANAGEMENT_PORT.variable())))
                        .filter(text -> !text.isEmpty())
                        .orElse(DEFAULT_PORT);
    }
}
