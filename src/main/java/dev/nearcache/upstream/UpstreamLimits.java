package dev.nearcache.upstream;

import java.time.Duration;

/**
 * How long to wait for the API server, each limit on its own.
 *
 * @param connect for a connection
 * @param header from the request to the head of the answer, waiting for a connection included
 * @param bodyIdle between two chunks of an answer that is no watch
 * @param watchGrace for a watch to end after the time it was asked to end at
 * @param deadPeer without a proof of life until what is held counts as stale; before it, a connection that gives none
 *     is left for another
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

    /** The limits of the design: 5 s, 30 s, 30 s, 5 s and 15 s. */
    public static UpstreamLimits defaults() {
        Duration half = Duration.ofSeconds(30);
        return new UpstreamLimits(Duration.ofSeconds(5), half, half, Duration.ofSeconds(5), Duration.ofSeconds(15));
    }

    /** For the whole of an answer that is a moderate document: twice that of its head. */
    Duration document() {
        return header.multipliedBy(2);
    }

    /** For a new connection, and again for its TLS: at most half of the dead peer's, so that another can follow in time. */
    Duration newConnection() {
        Duration half = deadPeer.dividedBy(2);
        return half.compareTo(connect) < 0 ? half : connect;
    }

    private static void positive(String name, Duration value) {
        if (value.toMillis() < 1) {
            throw new IllegalArgumentException(name + " must be at least 1 ms, not " + value);
        }
    }
}
