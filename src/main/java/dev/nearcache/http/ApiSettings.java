package dev.nearcache.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How the API is served (design section 7, {@code api}).
 *
 * @param address to listen on
 * @param port to listen on; 0 for any free one
 * @param unixSocket a socket file to listen on as well
 * @param tokenFile the file of the bearer token that every request must carry; read again as it changes
 * @param allowedHosts what a Host header may name, without ports
 * @param heartbeat the time between two comments on a stream of server-sent events
 * @param idleTimeout after it, a connection without a request is closed
 * @param stallLimit after it, a response whose client takes nothing is cut off
 * @param maxStreams the most watches and event streams at a time
 */
public record ApiSettings(
        String address,
        int port,
        Optional<Path> unixSocket,
        Optional<Path> tokenFile,
        List<String> allowedHosts,
        Duration heartbeat,
        Duration idleTimeout,
        Duration stallLimit,
        int maxStreams) {

    /** @throws IllegalArgumentException naming the setting that is wrong */
    public ApiSettings {
        allowedHosts = List.copyOf(allowedHosts);
        if (port < 0 || port > 65535) {
            throw new IllegalArgumentException("api.port is " + port + ": it must be 0 to 65535");
        }
        requireAboveZero("api.heartbeat", heartbeat);
        requireAboveZero("api.idleTimeout", idleTimeout);
        requireAboveZero("api.stallLimit", stallLimit);
        if (maxStreams < 1) {
            throw new IllegalArgumentException("api.maxStreams is " + maxStreams + ": it must be at least 1");
        }
    }

    /** The defaults, on a port. */
    public static ApiSettings onPort(int port) {
        return new ApiSettings(
                "127.0.0.1",
                port,
                Optional.empty(),
                Optional.empty(),
                List.of("localhost", "127.0.0.1", "[::1]"),
                Duration.ofSeconds(15),
                Duration.ofSeconds(60),
                Duration.ofSeconds(30),
                5000);
    }

    private static void requireAboveZero(String name, Duration value) {
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " is " + value + ": it must be above zero");
        }
    }
}
