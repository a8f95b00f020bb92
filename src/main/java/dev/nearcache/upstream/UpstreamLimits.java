package dev.nearcache.upstream;

import java.time.Duration;

/**
 * How long to wait for the API server, each limit on its own.
 *
 * @param connect for a connection
 * @param header from the request to the head of the answer, waiting for a connection included
 * @param bodyIdle between two chunks of an answer that is no watch
 * @param watchGrace for a watch to end after the time it was asked to end at; a live watch may be silent for long, so
 *     this is its only limit
 * @param deadPeer until the system drops a connection whose peer is gone (TCP keep-alive)
 */
public record UpstreamLimits(
        Duration connect, Duration header, Duration bodyIdle, Duration watchGrace, Duration deadPeer) {

    public UpstreamLimits {
        positive("connect", connect);
        positive("header", header);
        positive("bodyIdle", bodyIdle);
        positive("watchGrace", watchGrace);
        positive("deadPeer", deadPeer);
    }

    /** The limits of the design: 5 s, 30 s, 30 s, 30 s and 15 s. */
    public static UpstreamLimits defaults() {
        Duration half = Duration.ofSeconds(30);
        return new UpstreamLimits(Duration.ofSeconds(5), half, half, half, Duration.ofSeconds(15));
    }

    private static void positive(String name, Duration value) {
        if (value.toMillis() < 1) {
            throw new IllegalArgumentException(name + " must be at least 1 ms, not " + value);
        }
    }
}
