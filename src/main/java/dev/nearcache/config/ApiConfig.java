package dev.nearcache.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The port that serves objects.
 *
 * @param address the address it listens on
 * @param port 0 for any free one
 * @param unixSocket a socket file to listen on instead of the address
 * @param tokenFile if given, requests must carry the token in it
 * @param allowedHosts the names that a Host header may have, without port
 * @param heartbeat how often a quiet event stream gets a comment
 * @param idleTimeout after it, a connection without a request is closed
 * @param stallLimit a stream whose client takes nothing for so long is ended
 * @param maxStreams the most open watches and event streams
 */
public record ApiConfig(
        String address,
        int port,
        Optional<Path> unixSocket,
        Optional<Path> tokenFile,
        List<String> allowedHosts,
        Duration heartbeat,
        Duration idleTimeout,
        Duration stallLimit,
        int maxStreams) {

    public ApiConfig {
        allowedHosts = List.copyOf(allowedHosts);
    }
}
